import { Title } from '@mantine/core';
import { useEffect } from 'react';

/** The page title, as a heading and as the title of the browser tab. */
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
