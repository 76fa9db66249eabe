import { useMediaQuery } from '@mantine/hooks';

/** True where a table has no room for its columns, as on a phone: rows are then drawn as one cell. */
export const useNarrow = (width = '62em'): boolean =>
  useMediaQuery(`(width < ${width})`, false, { getInitialValueInEffect: false });
