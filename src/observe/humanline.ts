const LEVEL_NAMES: Readonly<Record<string, string>> = { info: ' ', warn: '!', error: '✗' };

/** A JSON log line as a person reads it: `12:00:00.123 ! venue is slow  venue=Demo latencyMs=900`. */
export function humanLine(json: string): string {
  const { level, time, msg, ...facts } = JSON.parse(json) as Record<string, unknown>;
  const clock = String(time).slice(11, 23);
  const told = Object.entries(facts).map(([name, value]) => `${name}=${render(value)}`);
  return `${[clock, LEVEL_NAMES[String(level)] ?? String(level), msg, ...told].join(' ')}\n`;
}

const render = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"]+$/.test(value) ? value : JSON.stringify(value);
