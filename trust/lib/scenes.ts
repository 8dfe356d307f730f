import { Caller } from '#tools/test/caller.ts';
import { aGroup, aStudent } from '#tools/test/people.ts';
import type { Scene, Student } from './clients.ts';
import { office } from './portal-process.ts';

/** Two groups with everybody who works on them. */
export async function prepare(url: string): Promise<Scene[]> {
  const admin = await new Caller(url).logIn(office.email, office.password);
  const scenes: Scene[] = [];
  for (const members of [2, 3]) {
    const made = await aGroup(admin, { members });
    scenes.push({
      groupId: made.groupId,
      memberIds: made.group.fypGroupMembers.map(({ _id }) => _id),
      student: { email: made.student.email, token: tokenOf(made.student.caller) },
      supervisor: tokenOf(made.supervisor.caller),
      examiner: tokenOf(made.examiner.caller),
      admin: tokenOf(admin),
    });
  }
  return scenes;
}

export async function aNewcomer(url: string): Promise<Student> {
  const { name, email, caller } = await aStudent(new Caller(url));
  return { name, email, token: tokenOf(caller) };
}

function tokenOf({ token }: Caller): string {
  if (!token) throw new Error('Nobody is logged in.');
  return token;
}
