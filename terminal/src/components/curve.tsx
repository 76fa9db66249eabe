const WIDTH = 96;
const HEIGHT = 24;

/** A small curve without axes, scaled between its lowest and highest value; empty below two points. */
export function Curve({
  points,
}: {
  readonly points: readonly (readonly [x: number, y: number])[]; // floats, for drawing only
}) {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2)
    return <svg width={WIDTH} height={HEIGHT} aria-hidden="true" />;
  const values = points.map(([, value]) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const y = (value: number): number =>
    high === low ? HEIGHT / 2 : HEIGHT - 2 - ((value - low) / (high - low)) * (HEIGHT - 4);
  const x = (at: number): number => ((at - first[0]) / (last[0] - first[0] || 1)) * WIDTH;
  const drawn = points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`);
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true" className={last[1] >= first[1] ? 'buy' : 'sell'}>
      <polyline points={drawn.join(' ')} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
