import { useState } from 'react';
import { useRead } from '#client/api/use-read.ts';
import { findBoard, maxBoardRows } from '#contract/board.ts';
import type { BoardAddress } from './use-board-address.ts';

/**
 * Reads the board. The browser filters a board that fits on one page, at once and with all choices. The server filters
 * a larger one and returns a page of it.
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
