import {
  CENT,
  CENT_TENS,
  closed,
  entriesOf,
  HALF_CENT,
  MILL_TENTHS,
  open,
  paused,
} from './catalogue-entry.ts';

export const WEATHER = entriesOf('Weather', [
  {
    code: 'RAIN-LON',
    title: 'Will it rain in London on {date}?',
    about:
      'Resolves YES if the Met Office station at Heathrow records 0.2 mm of rain or more on {date}, local time.',
    grid: CENT,
    chance: 0.48,
    plan: open(25, 240),
  },
  {
    code: 'HEAT-PAR',
    title: 'Will Paris reach 38 °C before {date}?',
    about: 'Resolves YES if Météo-France reports 38.0 °C or more at Paris-Montsouris before {date}.',
    grid: CENT,
    chance: 0.36,
    plan: open(40, 260),
  },
  {
    code: 'SNOW-NYC',
    title: 'Will Central Park get 30 cm of snow this winter?',
    about:
      'Resolves YES if the National Weather Service reports 30 cm of snowfall in all at Central Park by {date}.',
    grid: HALF_CENT,
    chance: 0.57,
    plan: open(30, 120),
  },
  {
    code: 'HURR-CAT5',
    title: 'Category 5 hurricane in the Atlantic by {date}?',
    about:
      'Resolves YES if the National Hurricane Center names a category 5 hurricane in the Atlantic basin.',
    grid: CENT_TENS,
    chance: 0.22,
    plan: open(50, 330),
  },
  {
    code: 'HOTTEST-YEAR',
    title: 'Will {year} be the hottest year on record?',
    about: 'Resolves by the first annual value that Copernicus publishes for {year}.',
    grid: MILL_TENTHS,
    chance: 0.41,
    plan: open(60, 400),
  },
  {
    code: 'ENSO-NINO',
    title: 'Will El Niño be declared before {month} {year}?',
    about: 'Resolves YES if NOAA issues an El Niño advisory before the closing time.',
    grid: CENT,
    chance: 0.64,
    plan: open(35, 190),
  },
  {
    code: 'ICE-ARCTIC',
    title: 'Arctic sea ice minimum below 4 million km² this season?',
    about: 'Resolves by the NSIDC five-day mean. Halted while the sensor record is under review.',
    grid: CENT,
    chance: 0.33,
    plan: paused(210),
  },
  {
    code: 'FLOOD-VEN',
    title: 'Acqua alta above 140 cm in Venice last month?',
    about: 'Resolves by the tide centre of Venice, which has not yet published its verified figures.',
    grid: CENT,
    chance: 0.71,
    plan: closed(150),
  },
]);
