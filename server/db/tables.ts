import type { Generated, Kysely, Selectable } from 'kysely';
import type { AuditAction, AuditSubject } from '#contract/audit.ts';
import type { DocumentKind } from '#contract/documents.ts';
import type { Role } from '#contract/endpoint.ts';
import type { Delivery, NoticeKind } from '#contract/notices.ts';
import type { EntryState } from '#contract/rules/certificates-state.ts';
import type { SettingName } from '#contract/settings.ts';

/** ISO 8601 in UTC with milliseconds. */
export type Instant = string;

/** `digest` is the daily email that lists several notices. */
export type EmailKind = NoticeKind | 'digest';

export interface Tables {
  users: {
    id: string;
    name: string;
    name_key: string;
    /** See `accountKeys`. */
    search_key: Generated<string>;
    sort_key: Generated<string>;
    email: string;
    password_hash: string;
    role: Role;
    created_at: Instant;
    blocked_at: Instant | null;
    /** Null until the email address is confirmed. An unconfirmed address grants no access to a group. */
    email_confirmed_at: Instant | null;
    /** When a one-time password expires. Null for a password that the user chose. */
    password_ends_at: Instant | null;
    /** 1 if students may choose this account as their supervisor. */
    supervises: Generated<0 | 1>;
  };
  one_use_links: {
    token_hash: string;
    user_id: string;
    purpose: 'confirm-email' | 'reset-password';
    created_at: Instant;
    expires_at: Instant;
  };
  sessions: {
    id: string;
    token_hash: string;
    file_token_hash: string;
    user_id: string;
    created_at: Instant;
    last_seen_at: Instant;
    device: string;
    password_failures: Generated<number>;
  };
  /** A browser has one token for all accounts that logged in on it. */
  known_devices: {
    token_hash: string;
    user_id: string;
    failures: number;
    last_login_at: Instant;
  };
  /** An empty network stands for all networks, an empty email for all accounts. */
  login_throttles: {
    email: string;
    network: string;
    pace_full_at: Instant;
    stock_full_at: Instant;
  };
  /** Unused and empty. Kept for backups of earlier versions. */
  login_failures: { email: string; failures: number; retry_at: Instant };
  network_failures: { network: string; failures: number; since: Instant; retry_at: Instant };
  token_buckets: { name: string; full_at: Instant };
  /** One academic year of projects. */
  cohorts: {
    id: string;
    name: string;
    /** See `uniqueNameKey`. */
    name_key: Generated<string>;
    code: string;
    code_key: string;
    is_current: Generated<0 | 1>;
    closed_at: Instant | null;
    created_at: Instant;
    /** Incremented by each change of the cohort or its settings. */
    version: Generated<number>;
  };
  /** Settings that admins edit. Rows are never updated: the highest version is current. */
  settings: {
    /** A cohort's id or "department". */
    scope: string;
    name: SettingName;
    version: number;
    /** JSON that matches the setting's schema in `contract/settings.ts`. */
    value: string;
    /** Null if the portal itself wrote the row. */
    changed_by: string | null;
    changed_by_name: string | null;
    changed_at: Instant;
  };
  /** The highest group number assigned in a program. */
  group_sequences: { cohort_id: string; program: string; number: number };
  /** Group numbers of versions without cohorts. Read once, when those groups get a cohort. */
  group_numbers: { program: string; session_year: number; number: number };
  groups: {
    id: string;
    /** Null only until the first start after the update that added cohorts. */
    cohort_id: string | null;
    name: string;
    /** See `uniqueNameKey`. Ends with the group's id if an older group already had the same key. */
    name_key: Generated<string>;
    program: string;
    session_year: number;
    number: number;
    title: string;
    category: string;
    supervisor: string;
    supervisor_key: string;
    /** The account with the supervisor's rights. Null while the name matches no account or several. */
    supervisor_id: string | null;
    external_examiner: string | null;
    external_examiner_key: string | null;
    external_examiner_id: string | null;
    viva_date: string | null;
    viva_status: 'pass' | 'fail' | 'reschedule' | null;
    viva_feedback: string | null;
    viva_revision: number;
    viva_changed_by: string | null;
    viva_changed_at: Instant | null;
    eligibility: string | null;
    submission_hash: string;
    version: number;
    created_at: Instant;
    changed_at: Instant;
    changed_by: string | null;
    deleted_at: Instant | null;
    /** See `writeSearchKeys`. */
    search_key: Generated<string>;
    name_search_key: Generated<string>;
    /** See `sortKey`. */
    sort_key: Generated<string>;
  };
  members: {
    id: string;
    group_id: string;
    position: number;
    name: string;
    father_name: string;
    roll: string;
    roll_key: string;
    email: string;
    phone: string;
    notified_viva_revision: Generated<number>;
    /** The account that has claimed this membership. Null until the student signs up. */
    user_id: string | null;
    /** Another account that the membership may belong to, from versions before `user_id`. An admin has to choose. */
    left_by: string | null;
    /** Copied from the group (`closed_at` from the cohort) for the index that keeps emails and roll numbers unique. */
    deleted_at: Instant | null;
    closed_at: Instant | null;
  };
  /** Addresses by which accounts have claimed memberships. A second account cannot claim by the same address. */
  claimed_emails: { email: string; user_id: string; claimed_at: Instant };
  marks: {
    member_id: string;
    milestone: string;
    marks: number | null;
    feedback: string | null;
    revision: number;
    /** The last emailed revision. An email is pending while it is lower than `revision`. */
    notified_revision: number;
    changed_by: string;
    changed_at: Instant;
  };
  changes: {
    id: string;
    group_id: string;
    member_id: string | null;
    part: string;
    field: string;
    value_from: string | null;
    value_to: string | null;
    revision: number | null;
    changed_by: string;
    changed_by_name: string;
    changed_at: Instant;
    /** Numbers the changes of a group, so that simultaneous changes keep their order. */
    sequence: number;
  };
  documents: {
    id: string;
    kind: DocumentKind;
    group_id: string | null;
    member_id: string | null;
    user_id: string | null;
    /** The deadline of a monthly report; null for other kinds. */
    deadline_id: string | null;
    version: number;
    name: string;
    media_type: string;
    size: number;
    sha256: string;
    uploaded_by: string | null;
    uploaded_by_name: string;
    uploaded_at: Instant;
    checked_by: string | null;
    checked_by_name: string | null;
    checked_at: Instant | null;
  };
  /** A version of a file, submitted for a deadline. `assignFiles` assigns versions without a row. */
  submissions: {
    document_id: string;
    deadline_id: string;
    /** Later than the upload if the version was uploaded for another deadline. */
    submitted_at: Instant;
    submitted_by: string | null;
    submitted_by_name: string;
  };
  /** Extensions and exemptions of one group. Without a row, the cohort's deadline applies. */
  group_deadlines: {
    group_id: string;
    deadline_id: string;
    due: Instant | null;
    /** The cohort's date that this group's date may precede. If null, the later of both dates applies. */
    earlier_than: Generated<Instant | null>;
    is_excused: 0 | 1;
    reason: string;
    changed_by: string;
    changed_at: Instant;
  };
  extension_requests: {
    id: string;
    group_id: string;
    deadline_id: string;
    reason: string;
    asked_due: Instant;
    document_id: string | null;
    asked_by: string;
    asked_by_name: string;
    asked_at: Instant;
    decision: 'granted' | 'refused' | null;
    decided_by: string | null;
    decided_by_name: string | null;
    decided_at: Instant | null;
    decision_reason: string | null;
  };
  /** Reminders that were sent, so that none is sent twice. */
  reminders: {
    group_id: string;
    deadline_id: string;
    /** The due date at that time. After a change, the group is reminded again. */
    due: Instant;
    /** Days before the due date; -1 for the list of missing submissions. */
    days: number;
    queued_at: Instant;
  };
  /** Secret tokens in the URLs of calendar feeds. */
  calendars: { user_id: string; token_hash: string; made_at: Instant };
  /** Unused and empty. Kept for backups of earlier versions. */
  muted_reminders: { user_id: string; muted_at: Instant };
  /** Messages to a user about a change; `path` is the page with the details. */
  notices: {
    id: string;
    user_id: string;
    kind: NoticeKind;
    text: string;
    path: string;
    created_at: Instant;
    read_at: Instant | null;
    /** 1 until a digest email has included the notice. */
    awaits_digest: 0 | 1;
  };
  /** Without a row, a kind has its default delivery. */
  notice_settings: { user_id: string; kind: NoticeKind; delivery: Delivery };
  /** Tokens of unsubscribe links; each is for one user and one kind of email. */
  unsubscribe_tokens: {
    token_hash: string;
    user_id: string;
    kind: EmailKind;
    created_at: Instant;
  };
  /** Saved filters of a user's board; `search` is the query string of the URL. */
  board_views: {
    id: string;
    user_id: string;
    name: string;
    name_key: Generated<string>;
    search: string;
  };
  /** The last reminder of a deadline that staff sent to a group from the board. */
  board_reminders: { group_id: string; deadline_id: string; queued_at: Instant };
  /** Prepared downloads that expire; `selection` is JSON with groups and kinds of files. */
  downloads: {
    id: string;
    user_id: string;
    selection: string;
    made_at: Instant;
    expires_at: Instant;
  };
  /** Certificates that members list for their merged PDF; `told_…` is the last emailed decision. */
  certificates: {
    id: string;
    member_id: string;
    title: string;
    provider: string;
    /** The id of a mandatory certificate, `optional` or `internship`. */
    counts_for: string;
    course_id: string | null;
    revision: number;
    state: EntryState;
    reason: string | null;
    checked_by: string | null;
    checked_by_name: string | null;
    checked_at: Instant | null;
    /** The version of the merged PDF that the decision is based on. */
    document_id: string | null;
    told_state: EntryState | null;
    told_reason: string | null;
    created_at: Instant;
    changed_at: Instant;
  };
  damaged_files: { document_id: string; damage: 'missing' | 'altered'; found_at: Instant };
  jobs: {
    name: string;
    leased_by: string | null;
    leased_until: Instant | null;
    began_at: Instant | null;
    ended_at: Instant | null;
    position: string | null;
  };
  emails: {
    id: string;
    message_id: string;
    group_id: string | null;
    recipient: string;
    subject: string;
    text_body: string;
    html_body: string;
    /** 1 if the text contains a one-use link. It is erased after sending and not backed up; see `emptiedBody`. */
    carries_link: Generated<number>;
    reply_to: string | null;
    member_id: string | null;
    /** The recipient's account if the recipient may unsubscribe from this kind. Otherwise both columns are null. */
    user_id: string | null;
    kind: EmailKind | null;
    queued_at: Instant;
    next_attempt_at: Instant;
    leased_until: Instant | null;
    attempts: number;
    /** Number of times that sending began. If above 1, the recipient may have received the email twice. */
    hand_overs: Generated<number>;
    sent_at: Instant | null;
    failed_at: Instant | null;
    last_error: string | null;
    /** Set with `failed_at` if the recipient lost the right to get the email; `last_error` has the reason. */
    withdrawn_at: Instant | null;
    /** JSON array of group ids if the email is about several groups; otherwise null. */
    group_ids: string | null;
  };
  /** Search keys of recipient and subject, stored apart from the bodies, which a search need not read. */
  email_search_keys: {
    /** The id of the email. Like `queued_at` and `group_id`, copied from the email, where it never changes. */
    id: string;
    queued_at: Instant;
    group_id: string | null;
    search_key: string;
  };
  objections: {
    id: string;
    group_id: string;
    member_id: string;
    /** The address at that time. If the member's address changes, the objection no longer applies. */
    email: string;
    token_hash: string;
    created_at: Instant;
    expires_at: Instant;
    objected_at: Instant | null;
    settled_at: Instant | null;
  };
  announcements: {
    id: string;
    cohort_id: string;
    title: string;
    text: string;
    /** JSON array of the recipients' roles in the groups. */
    roles: string;
    /** JSON array of programs; null for all. */
    programs: string | null;
    /** 1 if the announcement is only for the groups in `announcement_groups`. */
    is_for_groups: 0 | 1;
    by_email: 0 | 1;
    publish_at: Instant;
    /** Null until users can see the announcement. */
    published_at: Instant | null;
    shown_until: Instant | null;
    withdrawn_at: Instant | null;
    created_by: string;
    created_by_name: string;
    created_at: Instant;
    version: number;
  };
  announcement_groups: { announcement_id: string; group_id: string };
  announcement_emails: { announcement_id: string; email_id: string };
  /** Append-only by trigger. Has no foreign keys, so that entries outlive the rows that they name. */
  audit_entries: {
    /** Increases in the order of writing, with gaps after rollbacks. */
    sequence: Generated<number>;
    id: string;
    at: Instant;
    action: AuditAction;
    actor_id: string | null;
    actor_name: string | null;
    actor_email: string | null;
    subject_kind: AuditSubject;
    subject_id: string | null;
    subject_name: string;
    detail: string;
    request_id: string | null;
    address: string | null;
    search_key: string;
  };
}

export type Db = Kysely<Tables>;
export type Row<T extends keyof Tables> = Selectable<Tables[T]>;

type Facts<T extends keyof Tables> = {
  /** The columns that sort the table in a backup, or the reason why backups omit the table. */
  backup: readonly (keyof Tables[T] & string)[] | `none: ${string}`;
  /** The only folder that may write the table. */
  writer: string;
  /** True if a rejected request must not change the table. */
  isRecord: boolean;
};

/** Ordered so that a table follows the tables that its foreign keys refer to. */
export const tableFacts = {
  users: { writer: 'users', backup: ['id'], isRecord: true },
  sessions: {
    writer: 'session',
    backup: 'none: a backup must not contain usable sessions',
    isRecord: false,
  },
  one_use_links: {
    writer: 'session',
    backup: 'none: a token is as powerful as a password',
    isRecord: false,
  },
  known_devices: {
    writer: 'session',
    backup: 'none: known devices bypass the login throttle',
    isRecord: false,
  },
  login_throttles: {
    writer: 'session',
    backup: 'none: valid only on this server at this time',
    isRecord: false,
  },
  login_failures: { writer: 'session', backup: ['email'], isRecord: false },
  network_failures: {
    writer: 'session',
    backup: 'none: valid only on this server at this time',
    isRecord: false,
  },
  token_buckets: {
    writer: 'session',
    backup: 'none: valid only on this server at this time',
    isRecord: false,
  },
  cohorts: { writer: 'content', backup: ['id'], isRecord: true },
  settings: { writer: 'content', backup: ['scope', 'name', 'version'], isRecord: true },
  group_sequences: { writer: 'groups', backup: ['cohort_id', 'program'], isRecord: false },
  group_numbers: { writer: 'groups', backup: ['program', 'session_year'], isRecord: false },
  groups: { writer: 'groups', backup: ['id'], isRecord: true },
  members: { writer: 'groups', backup: ['id'], isRecord: true },
  claimed_emails: { writer: 'groups', backup: ['email', 'user_id'], isRecord: true },
  marks: { writer: 'marks', backup: ['member_id', 'milestone'], isRecord: true },
  changes: { writer: 'groups', backup: ['id'], isRecord: true },
  documents: { writer: 'documents', backup: ['id'], isRecord: true },
  submissions: { writer: 'documents', backup: ['document_id', 'deadline_id'], isRecord: true },
  group_deadlines: { writer: 'submissions', backup: ['group_id', 'deadline_id'], isRecord: true },
  extension_requests: { writer: 'submissions', backup: ['id'], isRecord: true },
  reminders: {
    writer: 'submissions',
    backup: ['group_id', 'deadline_id', 'due', 'days'],
    isRecord: true,
  },
  calendars: { writer: 'calendar', backup: ['user_id'], isRecord: true },
  muted_reminders: { writer: 'submissions', backup: ['user_id'], isRecord: true },
  notices: { writer: 'notices', backup: ['id'], isRecord: true },
  notice_settings: { writer: 'notices', backup: ['user_id', 'kind'], isRecord: true },
  unsubscribe_tokens: { writer: 'mail', backup: ['token_hash'], isRecord: true },
  board_views: { writer: 'board', backup: ['id'], isRecord: true },
  board_reminders: { writer: 'board', backup: ['group_id', 'deadline_id'], isRecord: true },
  downloads: { writer: 'downloads', backup: 'none: they expire after an hour', isRecord: true },
  certificates: { writer: 'certificates', backup: ['id'], isRecord: true },
  damaged_files: {
    writer: 'documents',
    backup: 'none: describes the files on this server',
    isRecord: false,
  },
  jobs: { writer: 'db', backup: 'none: describes the processes on this server', isRecord: false },
  emails: { writer: 'mail', backup: ['id'], isRecord: true },
  email_search_keys: { writer: 'mail', backup: ['id'], isRecord: true },
  objections: { writer: 'objections', backup: ['id'], isRecord: true },
  announcements: { writer: 'announcements', backup: ['id'], isRecord: true },
  announcement_groups: {
    writer: 'announcements',
    backup: ['announcement_id', 'group_id'],
    isRecord: true,
  },
  announcement_emails: {
    writer: 'announcements',
    backup: ['announcement_id', 'email_id'],
    isRecord: true,
  },
  audit_entries: { writer: 'audit', backup: ['sequence'], isRecord: false },
} as const satisfies { [T in keyof Tables]: Facts<T> };

/** Old table names, as they appear in backups and databases of earlier versions. */
export const formerTableNames = { letters: 'emails' } as const satisfies Record<
  string,
  keyof Tables
>;

export const tableNames = Object.keys(tableFacts) as (keyof Tables)[];
