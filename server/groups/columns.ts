import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

// List all columns: with `select *`, a migration would make PostgreSQL reject cached query plans.

export const groupColumns = [
  ...([
    'id',
    'cohort_id',
    'name',
    'name_key',
    'program',
    'session_year',
    'number',
    'title',
    'category',
  ] as const),
  ...(['supervisor', 'supervisor_key', 'supervisor_id'] as const),
  ...(['external_examiner', 'external_examiner_key', 'external_examiner_id'] as const),
  ...(['viva_date', 'viva_status', 'viva_feedback', 'viva_revision'] as const),
  ...(['viva_changed_by', 'viva_changed_at', 'eligibility', 'submission_hash'] as const),
  ...(['version', 'created_at', 'changed_at', 'changed_by', 'deleted_at'] as const),
  ...(['search_key', 'name_search_key', 'sort_key'] as const),
] as const satisfies readonly (keyof Tables['groups'])[];

export const selectCohortVersion = ({ selectFrom }: ExpressionBuilder<Tables, 'groups'>) =>
  selectFrom('cohorts')
    .select('cohorts.version')
    .whereRef('cohorts.id', '=', 'groups.cohort_id')
    .as('cohort_version');

export const memberColumns = [
  ...(['id', 'group_id', 'position', 'name', 'father_name', 'roll', 'roll_key', 'email'] as const),
  ...([
    'phone',
    'notified_viva_revision',
    'user_id',
    'left_by',
    'deleted_at',
    'closed_at',
    'left_at',
    'own_due',
  ] as const),
] as const satisfies readonly (keyof Tables['members'])[];
