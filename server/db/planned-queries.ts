// Queries that PostgreSQL plans once for each connection. To read and plan one takes it as long as to run it.

const names = new Map<string, string>();

/** From now on connections keep the plan of the query with this text. */
export function keepPlan(text: string): void {
  if (!names.has(text)) names.set(text, `planned_${names.size + 1}`);
}

/** The name under which a connection keeps its plan; undefined for a query that is planned each time. */
export const planNameOf = (text: string): string | undefined => names.get(text);
