import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Instrument } from '../../../../sdk/src/index.ts';
import { useInstruments } from '../../components/use-instruments.ts';
import { useHealth } from '../../feed/use-health.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { type TapeFilter, TapeModel, type TapePrint, type TapeVolume } from './tape-model.ts';

const DRAW_MS = 100;
const VOLUMES_MS = 1_000;

interface Drawn {
  readonly prints: readonly TapePrint[]; // newest first; while paused those of the moment of the pause
  readonly passed: number; // prints that had passed the filter when these were drawn
  readonly waiting: number; // prints since the pause
  readonly volumes: readonly TapeVolume[];
  readonly instrumentIds: readonly number[]; // of all prints so far
  readonly isKnown: boolean; // the past prints are loaded
}

export interface Tape extends Drawn {
  readonly markets: ReadonlyMap<number, Instrument>;
  readonly problem: string | null;
}

const NOTHING: Drawn = {
  prints: [],
  passed: 0,
  waiting: 0,
  volumes: [],
  instrumentIds: [],
  isKnown: false,
};

/** Follows the prints of all venues. They are drawn ten times a second at most. */
export function useTape(filter: TapeFilter, isPaused: boolean): Tape {
  const { feed } = useSession();
  const { clockOffMs } = useHealth();
  const [drawn, setDrawn] = useState(NOTHING);
  const [problem, setProblem] = useState<string | null>(null);
  const markets = useInstruments(drawn.instrumentIds);
  const model = useMemo(() => new TapeModel((id) => markets.get(id)?.category), [markets]);
  const latest = useRef({ isPaused, clockOffMs });
  latest.current = { isPaused, clockOffMs };

  const draw = useCallback(
    ({ isNew = false, isTick = false }: { readonly isNew?: boolean; readonly isTick?: boolean }): void =>
      setDrawn((before) => {
        const isHeld = latest.current.isPaused && before.isKnown && !isNew;
        const passed = isHeld ? before.passed : model.passed;
        const ids = model.instrumentIds;
        const hasVolumes = isNew || isTick || !before.isKnown;
        return {
          prints: isHeld ? before.prints : model.latest(),
          passed,
          waiting: model.passed - passed,
          volumes: hasVolumes ? model.volumes(Date.now() - latest.current.clockOffMs) : before.volumes,
          instrumentIds: before.instrumentIds.length === ids.length ? before.instrumentIds : ids,
          isKnown: before.isKnown || model.isKnown,
        };
      }),
    [model],
  );
  useEffect(() => {
    let drawing: ReturnType<typeof setTimeout> | undefined;
    const unwatch = feed.watchPrints((news) => {
      if (news.kind === 'prints-state') return setProblem(news.why);
      if (!news.isWhole) model.setMissingBefore(news.prints[0]?.timestamp ?? Date.now());
      model.add(news.prints);
      drawing ??= setTimeout(() => {
        drawing = undefined;
        draw({});
      }, DRAW_MS);
    });
    const ticking = setInterval(() => draw({ isTick: true }), VOLUMES_MS); // volumes fall without prints too
    return () => {
      unwatch();
      clearTimeout(drawing);
      clearInterval(ticking);
    };
  }, [feed, model, draw]);

  // A category is known once its instrument is loaded.
  const loaded = filter.category === null ? 0 : drawn.instrumentIds.filter((id) => markets.has(id)).length;
  useEffect(() => {
    model.setFilter(filter);
    draw({ isNew: true });
  }, [model, filter, loaded, draw]);
  useEffect(() => {
    if (!isPaused) draw({});
  }, [isPaused, draw]);
  return { ...drawn, markets, problem };
}
