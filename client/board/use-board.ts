import { useState } from 'react';
import { useRead } from '#client/api/use-read.ts';
import { findBoard, maxBoardRows } from '#contract/board.ts';
import type { BoardAddress } from './use-board-address.ts';

/**
 * Reads the board. If it fits on one page, the browser filters it immediately and knows all
 * choices. Otherwise, the server filters it and returns one page.
 */
export function useBoard({ filter, page, withMarks }: BoardAddress, cohort: string | undefined) {
  const [isLarge, setIsLarge] = useState(false);
  const query = {
    ...(cohort && { cohort }),
    ...(withMarks && { marks: 'true' as const }),
    ...(isLarge && { ...filter, page }),
  };
  const read = useRead(
    findBoard,
    { query },
    { failure: 'Failed to load the board', keepsPrevious: true },
  );
  const isNowLarge = (read.data?.groups ?? 0) > maxBoardRows;
  if (read.data && !read.isStale && isNowLarge !== isLarge) setIsLarge(isNowLarge);
  return { read, isLarge };
}
