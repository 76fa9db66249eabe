import { CENT, CENT_TENS, entriesOf, HALF_CENT, MILL, open, settled, unopened } from './catalogue-entry.ts';

export const SCIENCE = entriesOf('Science', [
  {
    code: 'STARSHIP-REFUEL',
    title: 'Starship propellant transfer in orbit before {date}?',
    about: 'Resolves YES if SpaceX or NASA confirms a transfer between two ships in orbit.',
    grid: CENT,
    chance: 0.51,
    plan: open(42, 225),
  },
  {
    code: 'ARTEMIS-LAND',
    title: 'Crewed Moon landing by any nation before {date}?',
    about: 'Resolves YES on a landing with a living crew, confirmed by the agency that flew it.',
    grid: MILL,
    chance: 0.08,
    plan: open(75, 520),
  },
  {
    code: 'AI-IMO-GOLD',
    title: 'Open-weights model with gold at the Mathematical Olympiad?',
    about:
      'Resolves YES if a published open-weights model reaches the gold threshold under contest rules by {date}.',
    grid: CENT,
    chance: 0.67,
    plan: open(32, 245),
  },
  {
    code: 'FUSION-Q10',
    title: 'Fusion experiment with a gain above 10 by {date}?',
    about: 'Resolves by a peer-reviewed publication of the laboratory.',
    grid: HALF_CENT,
    chance: 0.11,
    plan: open(58, 480),
  },
  {
    code: 'MALARIA-VAX',
    title: 'Third malaria vaccine recommended by the WHO by {date}?',
    about: 'Resolves YES on a recommendation for routine use.',
    grid: CENT,
    chance: 0.25,
    plan: open(37, 365),
  },
  {
    code: 'QUAKE-8',
    title: 'Earthquake of magnitude 8 or more before {date}?',
    about: 'Resolves by the USGS catalogue, moment magnitude.',
    grid: CENT_TENS,
    chance: 0.54,
    plan: open(26, 205),
  },
  {
    code: 'JWST-BIOSIG',
    title: 'Biosignature claim at five sigma by {date}?',
    about:
      'Resolves YES on a peer-reviewed detection at five standard deviations. Opens with the new observing cycle.',
    grid: CENT,
    chance: 0.1,
    plan: unopened(75, 300),
  },
  {
    code: 'NOBEL-PHYS-QC',
    title: 'Did the last physics Nobel prize go to quantum computing?',
    about: 'Resolved by the announcement of the Royal Swedish Academy of Sciences.',
    grid: CENT,
    chance: 0.23,
    plan: settled('NO', 20),
  },
]);
