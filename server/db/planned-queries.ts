// Registers queries that PostgreSQL plans only once per connection, because planning them takes as long as running
// them.

const planNames = new Map<string, string>();

/** Makes each connection plan the query with this SQL text only once. */
export function cacheQueryPlan(text: string): void {
  if (!planNames.has(text)) planNames.set(text, `planned_${planNames.size + 1}`);
}

/** Returns the name of the prepared statement, or undefined for a query without a cached plan. */
export const findQueryPlanName = (text: string): string | undefined => planNames.get(text);
