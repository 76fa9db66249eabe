/** Words that any listing may use without saying anything of its contract. */
export const FILLER: ReadonlySet<string> = new Set(
  `a an the and or of to in on at by for from with as is are be been being was were will would could should do
  does did has have had it its this that these those there their they he she his her him who whom which what when
  where whether than then if else otherwise any all each every some one  time times before after during
  until till through within between above below over under up down more less least  greater fewer equal exactly
  market markets contract question resolve resolves resolved resolution yes no not event events occur occurs
  happen happens outcome official officially officials according report reports reported reporting source sources
  per next new current currently early late end ends day days date week weeks month months year years today et est
  edt utc gmt pm am noon midnight season edition full also include includes including public person people be become
  becomes get gets go goes make makes made take takes place set  other others  same so such total number
  how many much whose into onto out about against because  per via usd dollars dollar price prices value level
  us called call calls happening anyone someone something least minimum maximum range target
  upper bound bracket s t d m re ve ll wins second third fourth quarter annual term party general election electoral
  decision results result winner winners race candidate candidates vehicles units cars
  pass passes passed vs versus agree agrees agreed
  enter enters balance power elections fc cf afc sc cost costs long receive receives received past first another only again most added add adds somewhere list listed scheduled following total formally publicly confirmed reading readings via amount`
    .split(/\s+/)
    .filter(Boolean),
);

/** Words that titles write with a capital although they name nobody. */
export const COMMON: ReadonlySet<string> = new Set(
  `company companies team teams player players film movie show song album book game games cup league tournament
  state states city cities government federal national international world global united president minister leader
  court bill law act deal agreement war peace vote votes seat seats congress committee board chief executive ceo
  officer director secretary general rate rates bank index stock stocks share shares fund funds etf crypto token coin
  temperature degrees inches weather storm category magnitude record high low highest lowest annual monthly weekly
  daily launch rocket mission model artificial intelligence ai app product sales production release announcement
  best top worst largest biggest smallest richest oldest youngest awards award prize host actor actress artist
  playoffs finals final champion champions conference division regular open championship title
  quarterback coach manager head draft pick trade men women north south east west eastern western central
  club country countries member members points goals runs yards touchdowns assists rebounds
  january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday annual total time spot drive foldable iphone
  pro professional college singles doubles driverless rides paid crewed moon all-time rain snow hurricane earthquake`
    .split(/\s+/)
    .filter(Boolean),
);
