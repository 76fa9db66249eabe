import { useEffect, useState } from 'react';
import { useSession } from '../sign-in/auth-session.tsx';
import type { ShownBook, Subject } from './feed-messages.ts';

const PACE_MS = 250; // what React shows of a book need not move faster than an eye

/** A book for what is written in words and figures; what is drawn fast takes the feed itself. */
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
