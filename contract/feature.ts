import type { ModuleName } from '#contract/settings/modules.ts';
import type { Role } from '#contract/values/roles.ts';

export type NoticeKindDeclaration = {
  /** Position in lists of all kinds of notices, unique among them. */
  order: number;
  label: string;
  /** Sentence about the notices, shown in the user's settings. */
  covers: string;
  roles: readonly Role[];
  /** Module to which the notices belong. If it is switched off, the user's settings omit them. */
  module?: ModuleName;
  /** True if users cannot choose to receive these notices without an immediate email. */
  isAlwaysEmailed?: true;
};

type EmailKindDeclaration = {
  /** Position in lists of all kinds of emails, unique among them. */
  order: number;
  label: string;
  placeholders: readonly string[];
};

/** Kinds that one feature adds to lists of all features. */
export type FeatureKinds = {
  /** Actions that the audit trail records, with their labels. The names are stored, so never rename one. */
  auditActions?: Readonly<Record<string, string>>;
  /**
   * Names of those audit actions whose repetitions are counted in one entry. Only for actions whose entries differ if
   * the actions differ, and never for a change of data that somebody entered: its values are not in the entry.
   */
  countedActions?: readonly string[];
  noticeKinds?: Readonly<Record<string, NoticeKindDeclaration>>;
  /** Emails whose templates a department can edit, with the placeholders of each template. */
  emailKinds?: Readonly<Record<string, EmailKindDeclaration>>;
};
