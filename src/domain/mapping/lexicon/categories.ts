import type { Lexicon } from './lexicon-entry.ts';

/** What a thing is or counts. Of two listings that name different ones, neither is about what the other is. */
export const KINDS: Lexicon = {
  medium: {
    film: 'movie|movies|film|films|feature film',
    show: 'tv show|=show|=shows|tv series|television series',
    song: '=song|=songs|single|track',
    album: '=album|=albums',
    artist: '=artist|=artists',
    book: '=book|=books|novel',
    podcast: 'podcast|podcasts',
    trailer: 'trailer|teaser',
    videogame: 'video game|video games',
  },
  stat: {
    goals: '=goals|goals scored',
    assists: 'assists',
    rebounds: 'rebounds',
    points: '=points|points scored',
    touchdowns: 'touchdowns|touchdown',
    yards: 'yards',
    receptions: 'receptions',
    strikeouts: 'strikeouts',
    'home-runs': 'home runs|home run',
    saves: '=saves',
    aces: 'aces',
    corners: 'corners',
    cards: 'yellow cards|red card|red cards',
    cases: '=cases',
    deaths: '=deaths|fatalities',
    seats: '=seats',
    votes: '=votes',
    spread: '=spread|=handicap',
    total: 'over under|O U',
    medals: 'medals|medal count',
    gold: 'gold medals|gold medal',
  },
  compass: {
    north: '=north|=northern',
    south: '=south|=southern',
    east: '=east|=eastern',
    west: '=west|=western',
  },
  pace: {
    daily: '=daily',
    weekly: '=weekly',
  },
  extreme: {
    low: 'LOW|all time low|record low|new low',
    high: 'HIGH|all time high|record high|new all time high',
  },
  // Which of many values is asked for.
  end: {
    most: '=highest|=maximum|=max|=peak',
    least: '=lowest|=minimum|=min',
  },
  post: {
    'head-coach': 'head coach|head football coach|head basketball coach',
    coordinator: 'offensive coordinator|defensive coordinator|coordinator',
    manager: 'general manager|team manager',
    ceo: 'ceo|chief executive officer|chief executive',
    cfo: 'cfo|chief financial officer',
    chairman: 'chairman|chairwoman|chairperson',
  },
  // Which part of a run is counted.
  phase: {
    'opening-weekend': 'opening weekend|open to|opens to|3 day opening',
    'opening-statement': 'opening statement|opening remarks|prepared remarks',
    'first-week': 'first week|opening week|debut week',
    'first-day': 'first day|opening day|one day after launch',
  },
};
