import type { Lexicon } from './entries.ts';

export const POLITICS: Lexicon = {
  office: {
    'vice-president': 'vice president|vice presidential|vice presidency|VP|vp',
    president: 'president|presidential|presidency|potus|white house',
    senate: 'senate|senator|senators|us senate',
    house: 'house of representatives|us house|the House|House seat|House|congressional district',
    governor: 'governor|gubernatorial|governorship|governors',
    mayor: 'mayor|mayoral|mayoralty',
    'prime-minister': 'prime minister|premiership|pm',
    chancellor: 'chancellor|chancellorship',
    speaker: 'speaker of the house|house speaker|speakership|speaker',
    'majority-leader': 'majority leader',
    'attorney-general': 'attorney general',
    'fed-chair':
      'fed chair|fed chairman|chair of the federal reserve|federal reserve chair|chairman of the federal reserve|chair of the fed|chair of the board of governors of the federal reserve system',
    'defense-secretary': 'secretary of defense|defense secretary|secretary of war|pentagon chief',
    'state-secretary': 'secretary of state',
    'treasury-secretary': 'treasury secretary|secretary of the treasury',
    pope: 'pope|papacy|pontiff',
    'secretary-general': 'secretary general|un secretary general',
  },
  stage: {
    nominee:
      'nominee|nomination|nominated|presidential primary|primary|primaries|primary election|party nominee|caucus|caucuses|be the nominee',
    general:
      'general election|elected|inaugurated|presidential election|sworn in|win the presidency|win the election',
    runoff: 'runoff|run off|second round',
    'first-round': 'first round',
    candidacy:
      'announce candidacy|announces candidacy|run for|running for|declare candidacy|presidential run|enter the race|announce a run|announces a run|launch a campaign|announce a campaign|candidacy',
  },
  party: {
    democratic: 'democratic party|Democratic|Democrats|Democrat|democrats|Dems|dem|democratic',
    republican: 'republican party|gop|Republican|Republicans|republicans|republican',
    labour: 'labour party|Labour',
    conservative: 'conservative party|Conservatives|Tories|Tory|Conservative',
    'reform-uk': 'reform uk|Reform',
    'liberal-democrats': 'liberal democrats|lib dems',
    liberal: 'liberal party|Liberals|Liberal',
    afd: 'afd|alternative for germany',
    cdu: 'cdu|cdu csu|christian democrats',
    spd: 'spd|social democrats',
    rn: 'national rally|rassemblement national',
    independent: 'Independent',
  },
  body: {
    'supreme-court':
      'supreme court|scotus|supreme court justice|associate justice of the supreme court|associate justice|scotus justice',
    'chief-justice': 'chief justice',
    congress: 'congress',
    parliament: 'parliament|house of commons',
    un: 'united nations|un security council',
    nato: 'nato',
    who: 'world health organization',
  },
  event: {
    shutdown:
      'government shutdown|shutdown|shut down|government shut down|lapse in appropriations|lapse in us federal appropriations|lapse in federal appropriations|funding lapse|appropriations lapse|lapse in government funding|lapse in funding',
    '~shutdown':
      'stay funded|remain funded|stays funded|remains funded|stays open|remains open|stay open|avoid a shutdown|avoid a government shutdown|avoid shutdown|remain open|kept open|keep the government open',
    'general-election-call':
      'general election called|call a general election|call an early general election|called a general election|snap election|general election be called|early election',
    'no-confidence': 'vote of no confidence|no confidence vote|no confidence motion|motion of no confidence',
    'state-of-the-union': 'state of the union',
    ceasefire: 'ceasefire|cease fire|truce',
    'peace-deal': 'peace deal|peace agreement|peace treaty',
  },
};
