// A mention is stored as `@{…}` with the id of the member or account, so that a change of the name does not make it stale.

const mention = /@\{([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}/g;

export const maxMentions = 20;

/** Returns the ids of the people whom the text mentions, each once. */
export const listMentionedIds = (text: string): string[] => [
  ...new Set([...text.matchAll(mention)].map(([, id = '']) => id)),
];

/** Replaces each mention with `@` and the person's name. */
export const showMentions = (text: string, getName: (personId: string) => string): string =>
  text.replace(mention, (_, id: string) => `@${getName(id)}`);

export type MentionedPerson = { id: string; name: string };

const isWordPart = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{M}\p{N}]/u.test(character);

/** Replaces `@` and the name of each person with a mention. Longer names first, because a name may begin another. */
export const writeMentions = (text: string, people: readonly MentionedPerson[]): string =>
  people
    .toSorted((a, b) => b.name.length - a.name.length)
    .reduce(
      (typed, { id, name }) =>
        typed.replaceAll(`@${name}`, (match, start: number) => {
          const isPartOfWord =
            isWordPart(typed[start - 1]) || isWordPart(typed[start + match.length]);
          return isPartOfWord ? match : `@{${id}}`;
        }),
      text,
    );
