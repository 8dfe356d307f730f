import { useState } from 'react';
import { useRead } from '#client/api/use-read.ts';
import { findBoard, maxBoardRows } from '#contract/board.ts';
import type { BoardUrlState } from './use-board-address.ts';

/** A board that fits on one page is filtered in the browser, a larger one by the server. */
export function useBoard({ filter, page, withMarks }: BoardUrlState, cohort: string | undefined) {
  const [isLarge, setIsLarge] = useState(false);
  const query = {
    ...(cohort && { cohort }),
    ...(withMarks && { marks: 'true' as const }),
    ...(isLarge && { ...filter, page }),
  };
  const read = useRead(
    findBoard,
    { query },
    { failure: 'Couldn’t load the board', keepsPrevious: true },
  );
  const isNowLarge = (read.data?.groups ?? 0) > maxBoardRows;
  if (read.data && !read.isStale && isNowLarge !== isLarge) setIsLarge(isNowLarge);
  return { read, isLarge };
}
