import type { Generated, Kysely, Selectable } from 'kysely';
import type { AuditAction, AuditSubject } from '#contract/audit.ts';
import type { DocumentKind } from '#contract/documents.ts';
import type { Role } from '#contract/endpoint.ts';
import type { Delivery, NoticeKind } from '#contract/notices.ts';
import type { EntryState } from '#contract/rules/certificates-state.ts';
import type { SettingName } from '#contract/settings.ts';

/** ISO in UTC with milliseconds. */
export type Instant = string;

/** `digest`: all that is told once a day. */
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
    /** Until then the address opens no group: whoever typed it may not be whose it is. */
    email_confirmed_at: Instant | null;
    /** Null for one that somebody chose. */
    password_ends_at: Instant | null;
    /** 1: students may choose this account. */
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
  /** One browser has one token for all of its accounts. */
  known_devices: {
    token_hash: string;
    user_id: string;
    failures: number;
    last_login_at: Instant;
  };
  /** '' as network: everywhere; '' as email: any account. */
  login_throttles: {
    email: string;
    network: string;
    pace_full_at: Instant;
    stock_full_at: Instant;
  };
  /** Empty; kept for backups of earlier versions. */
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
    /** Grows with every change of the cohort or of its settings. */
    version: Generated<number>;
  };
  /** What can be edited in the browser. Rows are only added: the highest version is what stands. */
  settings: {
    /** A cohort's id, or "department". */
    scope: string;
    name: SettingName;
    version: number;
    /** JSON, of the shape that `contract/settings.ts` gives the name. */
    value: string;
    /** Null for what the portal itself has written. */
    changed_by: string | null;
    changed_by_name: string | null;
    changed_at: Instant;
  };
  /** The last number given in a program. */
  group_sequences: { cohort_id: string; program: string; number: number };
  /** Of versions before cohorts; read once, when their groups get one. */
  group_numbers: { program: string; session_year: number; number: number };
  groups: {
    id: string;
    /** Null only until the start after the update that brought cohorts. */
    cohort_id: string | null;
    name: string;
    /** See `uniqueNameKey`; of a name that another group had before keys were unique, with its id. */
    name_key: Generated<string>;
    program: string;
    session_year: number;
    number: number;
    title: string;
    category: string;
    supervisor: string;
    supervisor_key: string;
    /** Alone grants anything; null while the name means no account or several. */
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
    /** The account that has claimed this membership; null while the address only invites. */
    user_id: string | null;
    /** From versions before `user_id`: an account that may be meant too, so that an admin has to choose. */
    left_by: string | null;
    /** As the group's, and as its cohort's: one index keeps emails and rolls unique among those in use. */
    deleted_at: Instant | null;
    closed_at: Instant | null;
  };
  /** Every address by which an account has held memberships: it opens nothing to a second account. */
  claimed_emails: { email: string; user_id: string; claimed_at: Instant };
  marks: {
    member_id: string;
    /** A key of the group's scheme. */
    milestone: string;
    marks: number | null;
    feedback: string | null;
    revision: number;
    /** A smaller number than the mark's revision means an email is owed. */
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
    /** Counts the rows of one group, so that changes of one instant keep their order. */
    sequence: number;
  };
  documents: {
    id: string;
    kind: DocumentKind;
    group_id: string | null;
    member_id: string | null;
    user_id: string | null;
    /** Of a monthly report: the deadline of its month, whose versions are counted by themselves. */
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
  /** One version of a file, handed in for one deadline; see `assignFiles` for a version without any. */
  submissions: {
    document_id: string;
    deadline_id: string;
    /** Later than the upload if the group handed in a version that it had uploaded for another deadline. */
    submitted_at: Instant;
    submitted_by: string | null;
    submitted_by_name: string;
  };
  /** What was agreed with one group about a deadline; without a row it is as for all. */
  group_deadlines: {
    group_id: string;
    deadline_id: string;
    due: Instant | null;
    /** The date for all that the group's own may be earlier than; null: the later of both counts. */
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
  /** One for each reminder that a group was sent; it is never sent twice. */
  reminders: {
    group_id: string;
    deadline_id: string;
    /** As it stood: a later date is reminded of again. */
    due: Instant;
    /** So many days before it; -1 for the list of the missing. */
    days: number;
    queued_at: Instant;
  };
  /** Under whose secret address a calendar program reads their dates. */
  calendars: { user_id: string; token_hash: string; made_at: Instant };
  /** Empty; kept for backups of earlier versions. */
  muted_reminders: { user_id: string; muted_at: Instant };
  /** What changed for somebody, in one sentence, and where it is told in full. */
  notices: {
    id: string;
    user_id: string;
    kind: NoticeKind;
    text: string;
    path: string;
    created_at: Instant;
    read_at: Instant | null;
    /** 1 until it was told in a digest. */
    awaits_digest: 0 | 1;
  };
  /** Without a row a kind comes as usual. */
  notice_settings: { user_id: string; kind: NoticeKind; delivery: Delivery };
  /** By whose link emails of a kind are unsubscribed from. */
  unsubscribe_tokens: {
    token_hash: string;
    user_id: string;
    kind: EmailKind;
    created_at: Instant;
  };
  /** One's own; `search` is what stands after the question mark of the address. */
  board_views: {
    id: string;
    user_id: string;
    name: string;
    name_key: Generated<string>;
    search: string;
  };
  /** When a group was last reminded of a deadline by hand. */
  board_reminders: { group_id: string; deadline_id: string; queued_at: Instant };
  /** What somebody may download for a while; `selection` is JSON: groups and kinds of files. */
  downloads: {
    id: string;
    user_id: string;
    selection: string;
    made_at: Instant;
    expires_at: Instant;
  };
  /** What members say that their merged PDF holds; `told_…`: the last decision that they had an email about. */
  certificates: {
    id: string;
    member_id: string;
    title: string;
    provider: string;
    /** Id of a mandatory certificate of the rule, `optional` or `internship`. */
    counts_for: string;
    course_id: string | null;
    revision: number;
    state: EntryState;
    reason: string | null;
    checked_by: string | null;
    checked_by_name: string | null;
    checked_at: Instant | null;
    /** The version of the merged PDF that it was checked against. */
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
    /** 1 for a one-use link: its text is emptied once sent and left out of backups; see `emptiedBody`. */
    carries_link: Generated<number>;
    reply_to: string | null;
    member_id: string | null;
    /** Of an account that may unsubscribe from its kind; else both are null. */
    user_id: string | null;
    kind: EmailKind | null;
    queued_at: Instant;
    next_attempt_at: Instant;
    leased_until: Instant | null;
    attempts: number;
    /** Above 1, the mail server may have taken it twice. */
    hand_overs: Generated<number>;
    sent_at: Instant | null;
    failed_at: Instant | null;
    last_error: string | null;
    /** Not sent, since the recipient may no longer get it: `last_error` says why. `failed_at` is set too. */
    withdrawn_at: Instant | null;
    /** JSON: the groups that a supervisor's list is about; null for an email about one group or none. */
    group_ids: string | null;
  };
  /** Recipient and subject of each email in search form, apart from the bodies, which a search need not read. */
  email_search_keys: {
    /** Of the email, as its two next columns, which never change. */
    id: string;
    queued_at: Instant;
    group_id: string | null;
    search_key: string;
  };
  objections: {
    id: string;
    group_id: string;
    member_id: string;
    /** A member who has another address since is somebody else. */
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
    /** JSON: who of the groups. */
    roles: string;
    /** JSON: only groups of these programs; null for any. */
    programs: string | null;
    /** 1: only the groups in `announcement_groups`. */
    is_for_groups: 0 | 1;
    by_email: 0 | 1;
    publish_at: Instant;
    /** Null until it stands on desks. */
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
  /** Append-only by trigger; it refers to nothing, so that it outlives what it names. */
  audit_entries: {
    /** Counts up in the order of writing, with gaps where something was rolled back. */
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
  /** The columns that order its rows in a backup, or why it is in none. */
  backup: readonly (keyof Tables[T] & string)[] | `none: ${string}`;
  /** The only folder that writes it. */
  writer: string;
  /** Whether a refused request must leave it as it was. */
  isRecord: boolean;
};

/** Parents before the children that refer to them. */
export const tableFacts = {
  users: { writer: 'users', backup: ['id'], isRecord: true },
  sessions: {
    writer: 'session',
    backup: 'none: whoever finds a backup would go on with them',
    isRecord: false,
  },
  one_use_links: {
    writer: 'session',
    backup: 'none: they are as good as passwords',
    isRecord: false,
  },
  known_devices: {
    writer: 'session',
    backup: 'none: they are let in sooner than strangers',
    isRecord: false,
  },
  login_throttles: { writer: 'session', backup: 'none: of this place and moment', isRecord: false },
  login_failures: { writer: 'session', backup: ['email'], isRecord: false },
  network_failures: {
    writer: 'session',
    backup: 'none: of this place and moment',
    isRecord: false,
  },
  token_buckets: { writer: 'session', backup: 'none: of this place and moment', isRecord: false },
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
  downloads: { writer: 'downloads', backup: 'none: they last an hour', isRecord: true },
  certificates: { writer: 'certificates', backup: ['id'], isRecord: true },
  damaged_files: {
    writer: 'documents',
    backup: 'none: of the files in this place',
    isRecord: false,
  },
  jobs: { writer: 'db', backup: 'none: of the processes in this place', isRecord: false },
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

/** Names in databases that no newer version has opened yet, and in their backups. */
export const formerTableNames = { letters: 'emails' } as const satisfies Record<
  string,
  keyof Tables
>;

export const tableNames = Object.keys(tableFacts) as (keyof Tables)[];
