import type { SettingName } from '#contract/settings/settings.ts';
import type { SetupChoice } from '#contract/setup.ts';
import { toNameKey } from '#contract/values/text.ts';
import { hasMailServer } from '#server/config.ts';
import { readCurrentSettings } from '#server/content/read-settings.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';
import type { Services } from '#server/services.ts';

/** State of the portal from which the steps are ticked. */
export type SetupState = {
  decisions: ReadonlySet<SetupChoice>;
  /** Settings of the department and the current cohort that a person has saved. */
  edited: ReadonlySet<SettingName>;
  listedSupervisors: number;
  supervisorsWithAccount: number;
  hasGroups: boolean;
  hasStudents: boolean;
  hasAnnouncements: boolean;
  hasMailServer: boolean;
  publicUrl: string;
  /** A portal with marks is in use, so its checklist is not shown. This includes portals of earlier versions. */
  hasMarks: boolean;
};

export async function readSetupState({ db, content, config }: Services): Promise<SetupState> {
  const cohortId = content.current._id;
  const supervisors = [...new Set(content.current.choices.supervisors.map(toNameKey))];
  const [decisions, ofDepartment, ofCohort, accounts, group, student, announcement, mark] =
    await readTogether(db, (reader) =>
      Promise.all([
        reader.selectFrom('setup_decisions').select('choice').execute(),
        readCurrentSettings(reader, 'department'),
        readCurrentSettings(reader, cohortId),
        reader
          .selectFrom('users')
          .select('name_key')
          .distinct()
          .where('name_key', 'in', supervisors)
          .where('role', '=', 'faculty')
          .execute(),
        reader
          .selectFrom('groups')
          .select('id')
          .where('cohort_id', '=', cohortId)
          .limit(1)
          .execute(),
        reader.selectFrom('users').select('id').where('role', '=', 'student').limit(1).execute(),
        reader
          .selectFrom('announcements')
          .select('id')
          .where('published_at', 'is not', null)
          .limit(1)
          .execute(),
        reader.selectFrom('marks').select('member_id').limit(1).execute(),
      ]),
    );
  const settings = [...ofDepartment.values(), ...ofCohort.values()];
  return {
    decisions: new Set(decisions.map(({ choice }) => choice)),
    edited: new Set(
      settings.filter(({ changed_by }) => changed_by !== null).map(({ name }) => name),
    ),
    listedSupervisors: supervisors.length,
    supervisorsWithAccount: accounts.length,
    hasGroups: group.length > 0,
    hasStudents: student.length > 0,
    hasAnnouncements: announcement.length > 0,
    hasMailServer: hasMailServer(config),
    publicUrl: config.publicUrl,
    hasMarks: mark.length > 0,
  };
}

/** Returns true if the checklist is not shown because an admin has hidden it or because there are marks. */
export async function isSetupOver(db: Db): Promise<boolean> {
  const [hidden, mark] = await Promise.all([
    db.selectFrom('setup_decisions').select('choice').where('choice', '=', 'hidden').execute(),
    db.selectFrom('marks').select('member_id').limit(1).execute(),
  ]);
  return hidden.length > 0 || mark.length > 0;
}
