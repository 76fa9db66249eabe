import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';

const WIDTH = 96;
const HEIGHT = 24;
const POINTS = 48; // hours

/** The price of the last two days, scaled between its low and high. */
export function Sparkline({ instrumentId }: { instrumentId: number }) {
  const { client } = useSession();
  const { data } = useQuery(`spark/${instrumentId}`, (signal) =>
    client.candles.list({ instrument_id: instrumentId, interval: '1h', limit: POINTS }, { signal }),
  );
  if (data === null || data.length < 2) return <svg width={WIDTH} height={HEIGHT} aria-hidden="true" />;
  const closes = data.map(({ c }) => Number(c)); // floats, for drawing only
  const [low, high] = [Math.min(...closes), Math.max(...closes)];
  const y = (price: number): number =>
    high === low ? HEIGHT / 2 : HEIGHT - 2 - ((price - low) / (high - low)) * (HEIGHT - 4);
  const points = closes.map(
    (price, index) => `${(index / (closes.length - 1)) * WIDTH},${y(price).toFixed(1)}`,
  );
  const hasRisen = (closes.at(-1) ?? 0) >= (closes[0] ?? 0);
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true" className={hasRisen ? 'buy' : 'sell'}>
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
