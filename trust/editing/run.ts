import { type Asked, type Outcome, tooFew } from '#trust/lib/instrument.ts';
import { inNewPlace } from '#trust/lib/new-place.ts';
import { runEditing } from './run-editing.ts';

/** Ten people who mark the same groups at once, held against a model. */
export async function run({ size, database, seed, say }: Asked): Promise<Outcome> {
  const { edits, saves, conflicts, lost, falseConflicts, wrong, errors } = await inNewPlace(
    { database, quick: true },
    (place) => runEditing(place, { size, seed, onRound: (done) => say?.(`${done} edits`) }),
  );
  return {
    figures: { 'cells edited': edits, saves, 'true conflicts': conflicts },
    findings: [
      ...lost.map((finding) => `lost update: ${finding}`),
      ...falseConflicts.map((finding) => `false conflict: ${finding}`),
      ...wrong.map((finding) => `wrong answer: ${finding}`),
      ...errors.map((finding) => `error logged: ${finding}`),
    ],
    // Without conflicts and without saves that go through, nothing would be proven.
    idle: tooFew({
      edits: [edits, size],
      conflicts: [conflicts, size / 200],
      'saves that went through': [saves - conflicts, size / 200],
    }),
  };
}
