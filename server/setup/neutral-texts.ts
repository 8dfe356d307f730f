import { join } from 'node:path';
import type { z } from 'zod';
import { Problem } from '#contract/problem.ts';
import { Faq, HomeContent } from '#contract/settings/content.ts';
import { type SettingName, settingDefinitions } from '#contract/settings/settings.ts';
import { findSettingIssues } from '#server/content/check-setting.ts';
import type { PortalContent } from '#server/content/content.ts';
import { readYaml } from '#server/content/files/read-yaml.ts';
import { readCurrentSettings } from '#server/content/read-settings.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { lockSettingScope } from '#server/settings/scope.ts';
import { writeSetting } from '#server/settings/write-setting.ts';
import { recordDecision } from './decide.ts';

const folder = join(import.meta.dirname, '../../content/neutral');

/** Texts that mention the sample department, its people or its ways of working. */
const replacedNames = ['home', 'faq', 'developers', 'categories'] as const satisfies SettingName[];

/** Returns the texts that are still those with which the portal started. */
export async function listUneditedTexts(
  db: Db,
  { content }: { content: PortalContent },
): Promise<DatabaseRow<'settings'>[]> {
  const [department, cohort] = await readTogether(db, (reader) =>
    Promise.all([
      readCurrentSettings(reader, 'department'),
      readCurrentSettings(reader, content.current._id),
    ]),
  );
  return replacedNames.flatMap((name) => {
    const row = department.get(name) ?? cohort.get(name);
    return row && row.changed_by === null && row.version === 1 ? [row] : [];
  });
}

/** Replaces the texts that nobody has edited. Throws `stale-version` if there are none. */
export async function replaceSampleTexts(services: Services, caller: Caller) {
  const { content } = services;
  const texts = readNeutralTexts(content.timeZone);
  const replaced = await writeAs(services, caller, async (context) => {
    const { trx } = context;
    await lockSettingScope(trx, content.current._id);
    await lockSettingScope(trx, 'department');
    const rows = await listUneditedTexts(trx, services);
    if (rows.length === 0) {
      const message = 'Nothing was changed: an admin has already edited or replaced these texts.';
      throw new Problem('stale-version', message);
    }
    for (const row of rows) {
      const value = texts[row.name as keyof typeof texts];
      await writeSetting(context, row, value, 'neutral texts');
    }
    await recordDecision(context, 'texts');
    return rows.map(({ name }) => settingDefinitions[name].label);
  });
  await content.refresh();
  return { message: `Replaced with neutral texts: ${replaced.join(', ')}.` };
}

/** Reads the texts from `content/neutral`. Throws if a file is not valid. */
export function readNeutralTexts(timeZone: string) {
  const read = <S extends z.ZodType>(name: 'home' | 'faq', schema: S): z.output<S> => {
    const check = (value: unknown) => findSettingIssues(name, value, timeZone, undefined);
    const { value, errors } = readYaml(join(folder, `${name}.yaml`), schema, check);
    if (value === undefined || errors.length > 0) throw new Error(errors.join('\n'));
    return value;
  };
  return { home: read('home', HomeContent), faq: read('faq', Faq), developers: [], categories: [] };
}
