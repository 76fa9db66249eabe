import type { Lexicon } from './lexicon-entry.ts';

export const WEATHER: Lexicon = {
  weather: {
    'high-temp':
      'highest temperature|high temperature|high temp|maximum temperature|max temperature|daily high|max temp|hottest temperature',
    'low-temp': 'lowest temperature|low temperature|minimum temperature|min temperature|daily low|min temp',
    rain: 'rain|rainfall|rains|precipitation|raining',
    snow: 'snow|snowfall|snows',
    wind: 'wind|wind gust|wind gusts|wind speed',
    hurricane: 'hurricane|hurricanes',
    'tropical-storm': 'tropical storm|named storm|named storms|tropical storms',
    tornado: 'tornado|tornadoes',
    earthquake: 'earthquake|earthquakes|quake',
    'el-nino': 'el nino',
    'la-nina': 'la nina',
    'hottest-year':
      'hottest year|warmest year|hottest year on record|warmest year on record|hottest on record|warmest on record',
    'hottest-month': 'hottest month|warmest month',
    'sea-ice': 'sea ice',
  },
  landfall: { landfall: 'landfall|make landfall|makes landfall' },
};
