/** Words that any listing may use without saying anything of its contract. */
export const FILLER_WORDS: ReadonlySet<string> = new Set(
  `a an the and or of to in on at by for from with as is are be been being was were will would could should do
  does did has have had it its this that these those there their they he she his her him who whom which what
  when where whether than then if else otherwise any all some one time times before after during until till
  through within between above below over under up down more less least greater fewer equal exactly market
  markets contract question resolve resolves resolved resolution yes no not event events occur occurs happen
  happens outcome official officially officials according report reports reported reporting source sources
  per next new current currently end ends day date week month year years today et est edt utc gmt pm am noon
  midnight season edition also include includes including public person people become becomes get gets go
  goes make makes made take takes place set other others same so such number how many much whose into onto
  out about against because via usd dollars dollar price prices value level us called call calls happening
  anyone someone something range bracket s t d m re ve ll wins second third fourth annual party general
  election electoral decision results result winner winners race candidate candidates vehicles vs versus
  agree agrees agreed balance elections fc cf afc sc cost costs long receive receives received past first
  another only most added add adds somewhere list listed scheduled following can offer offers offered
  formally publicly confirmed reading readings amount`
    .split(/\s+/)
    .filter(Boolean),
);

/** Words that titles write with a capital although they name nobody. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `company companies team teams player players film movie show song album book game games cup league tournament
  state states city cities government federal national international world global united president minister
  leader court bill law act deal agreement war peace vote votes seat seats congress committee board chief
  executive ceo officer director secretary general rate rates bank index stock stocks share shares fund
  funds etf crypto token coin temperature degrees inches weather storm category magnitude record high low
  highest lowest annual monthly weekly daily launch rocket mission model artificial intelligence ai app
  product sales production release announcement best top worst largest biggest smallest richest oldest
  youngest awards award prize host actor actress artist playoffs finals final champion champions conference
  division regular open championship title quarterback coach manager head draft pick trade men women north
  south east west eastern western central club country countries member members points goals runs yards
  touchdowns assists rebounds january february march april may june july august september october november
  december monday tuesday wednesday thursday friday saturday sunday total time spot drive foldable iphone
  pro professional college singles doubles driverless rides paid crewed moon all-time rain snow hurricane
  earthquake fifa uefa minimum maximum upper bound each every early late full pass passes passed cars units
  target term enter enters power months weeks quarter days again`
    .split(/\s+/)
    .filter(Boolean),
);

/** Of the common words those that a title may have alone: forms of sport and of trade. */
export const NEUTRAL_WORDS: ReadonlySet<string> = new Set(
  `pro professional college league open championship tournament fifa uefa world international national company
  companies team teams player players trade stock stocks share shares index coin crypto token product film movie game
  games monday tuesday wednesday thursday friday saturday sunday member members states government federal season`
    .split(/\s+/)
    .filter(Boolean),
);
