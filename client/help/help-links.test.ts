import { describe, expect, it } from 'vitest';
import { decideAccess, findPage } from '#client/route-table.ts';
import { type HelpGuideName, helpGuideNames } from '#contract/settings/help.ts';
import { defaultModules } from '#contract/settings/modules.ts';
import { parseFormattedText } from '#contract/values/formatted/parse-formatted-text.ts';
import type { Role } from '#contract/values/roles.ts';
import { loadContent } from '#server/content/files/load-content.ts';

const { help } = loadContent('content', 'Asia/Karachi');

/** The role for which each guide is written. */
const readers: Record<HelpGuideName, Role | undefined> = {
  coordinator: 'admin',
  supervisor: 'faculty',
  examiner: 'faculty',
  student: 'student',
  visitor: undefined,
};

function listHrefs(texts: readonly string[]): string[] {
  const json = JSON.stringify(texts.map((text) => parseFormattedText(text).blocks));
  return [...json.matchAll(/"href":"([^"]+)"/g)].flatMap(([, href]) => href ?? []);
}

describe.each(helpGuideNames)('the guide %s', (name) => {
  const topics = help[name].map((topic) => ({ ...topic, hrefs: listHrefs(topic.text) }));

  it('has four topics for visitors, and ten to fifteen for everybody else', () => {
    if (name === 'visitor') expect(topics).toHaveLength(4);
    else expect([10, 11, 12, 13, 14, 15]).toContain(topics.length);
  });

  it.each(topics)('leads to a page that its readers may open: $title', ({ hrefs }) => {
    expect(hrefs.length).toBeGreaterThan(0);
    for (const href of hrefs) {
      const page = findPage(new URL(href, 'http://portal').pathname);
      expect(page && decideAccess(page, readers[name], defaultModules), href).toBe('open');
    }
  });
});
