import { getPortalName } from '#contract/settings/portal-names.ts';
import type { Services } from '#server/services.ts';
import type { PdfDescription } from './stream-pdf.ts';

const minuteMs = 60_000;

/** Returns the letterhead and title of a PDF that is printed now. */
export function describePdf(
  { clock, content, config }: Services,
  { title, isTagged }: Pick<PdfDescription, 'title' | 'isTagged'>,
): PdfDescription {
  const { university, name: department, logo } = content.department;
  return {
    university,
    department,
    portalName: getPortalName(content.department),
    logo,
    timeZone: config.timeZone,
    // PDFs print the minute. Without seconds, requests of the same minute share a cached PDF.
    printedAt: new Date(Math.floor(clock().getTime() / minuteMs) * minuteMs),
    title,
    isTagged,
  };
}
