import { useEffect, useState } from 'react';
import { useSession } from '../sign-in/auth-session.tsx';
import type { ShownBook, Subject } from './feed-messages.ts';

const PACE_MS = 250; // the eye cannot read faster updates

/** A book for text and figures. Canvas components that redraw every frame read the feed directly. */
export function useBook(subject: Subject | null): ShownBook | null {
  const { feed } = useSession();
  const [book, setBook] = useState<ShownBook | null>(null);
  useEffect(() => {
    setBook(subject === null ? null : feed.book(subject));
    if (subject === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unwatch = feed.watch(subject, () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setBook(feed.book(subject));
      }, PACE_MS);
    });
    return () => {
      clearTimeout(timer);
      unwatch();
    };
  }, [feed, subject]);
  return book;
}
