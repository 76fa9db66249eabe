import { Title } from '@mantine/core';
import { useEffect } from 'react';

/** The name of a page, on it and in the browser's tab. */
export function PageTitle({ children }: { children: string }) {
  useEffect(() => {
    document.title = `${children} · Crossbook`;
  }, [children]);
  return (
    <Title order={1} size="h4" mb="xs">
      {children}
    </Title>
  );
}
