import {
  type AccessMatrix,
  addTargetAccount,
  buildNewPerson,
  unknownId,
} from '#server/test/matrix/requests.ts';
import { testUserPassword } from '#tools/test/people.ts';

export const accessMatrix: AccessMatrix = {
  createUser: {
    repeat: ['email-taken'],
    rows: { new: '201!', taken: '409' },
    buildRequest: async (fixture, _actor, target) => {
      const person = buildNewPerson();
      const { email } = target === 'taken' ? await addTargetAccount(fixture) : person;
      return { body: { name: person.name, email, role: 'faculty', password: testUserPassword } };
    },
  },
  exportUsers: {
    rows: { '-': '200!', waiting: '200!', malformed: '400' },
    buildRequest: (_world, _actor, target) => {
      if (target === 'malformed') return { query: { format: 'pdf' } };
      return { query: target === 'waiting' ? { waiting: 'true', format: 'xlsx' } : {} };
    },
  },
  updateUser: {
    rows: { self: '200!', own: '200!', promote: '200!', unknown: '404', malformed: '400' },
    buildRequest: async (fixture, actor, target) => {
      if (target === 'promote') {
        const { userId } = actor === fixture.live.admin ? await addTargetAccount(fixture) : actor;
        return { params: { userId }, body: { role: 'admin' } };
      }
      const { userId } = target === 'own' ? fixture.groups.own.student : actor;
      const id = { malformed: '1', unknown: unknownId }[target] ?? userId;
      return { params: { userId: id }, body: { name: buildNewPerson().name } };
    },
  },
};
