/** Module that injects the fault of the variable INJECTED_FAULT. Must be loaded before the portal's modules. */
export const faultInjectorUrl = import.meta.resolve('./inject-fault.ts');

type SourceChange = { file: string; from: string; to: string };

/** Faults that can be injected: changes to the source code, by the name of the fault. */
export const sourceFaults: Readonly<Record<string, readonly SourceChange[]>> = {
  /** The portal replies to a save of marks before its transaction commits. */
  'reply-first': [
    {
      file: 'server/marks/save-marks.ts',
      from: '  writeAs(services, caller, async (context) => {',
      to: '  new Promise((reply, fail) => writeAs(services, caller, async (context) => {',
    },
    {
      file: 'server/marks/save-marks.ts',
      from: "return { message: 'Marks saved', changed, group };\n  });",
      to: "const saved = { message: 'Marks saved', changed, group }; reply(saved); await new Promise((later) => setTimeout(later, 40)); return saved; }).catch(fail));",
    },
  ],
  /** Every staff member can access every group. */
  owner: [
    {
      file: 'server/groups/group-access.ts',
      from: "return caller.role === 'admin' || isSupervisor(caller, group) || isExaminer(caller, group);",
      to: "return caller.role !== 'student';",
    },
  ],
  /** Public pages wait for the settings without a time limit, even if the database does not reply. */
  'long-wait': [
    {
      file: 'server/content/freshness.ts',
      from: 'await Promise.race([looking, sleep(leftMs, undefined, { ref: false })]);',
      to: 'await (sleep, looking);',
    },
  ],
  /** The portal stores a file as a new version even if it is identical to the current version. */
  'second-upload': [
    {
      file: 'server/documents/upload-document.ts',
      from: 'if (isSame &&',
      to: 'if (!file && isSame &&',
    },
  ],
  'no-validation': [{ file: 'server/http/serve.ts', from: '...(body && { body }),', to: '' }],
};

/** Applies a source change. Throws unless `from` occurs exactly once in the source. */
export function applySourceChange(source: string, { file, from, to }: SourceChange): string {
  const parts = source.split(from);
  if (parts.length !== 2)
    throw new Error(
      `${file} contains this text ${parts.length - 1} times instead of once: ${from}`,
    );
  return parts.join(to);
}
