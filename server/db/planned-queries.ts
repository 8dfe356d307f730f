// Names prepared statements, so that PostgreSQL can reuse query plans. Planning these queries takes as long as running
// them.

const planNames = new Map<string, string>();

export function cacheQueryPlan(text: string): void {
  if (!planNames.has(text)) planNames.set(text, `planned_${planNames.size + 1}`);
}

export const findPreparedStatementName = (text: string): string | undefined => planNames.get(text);
