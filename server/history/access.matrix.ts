import { type AccessMatrix, buildGroupRequest } from '#server/test/matrix/requests.ts';

export const accessMatrix: AccessMatrix = {
  listChanges: {
    rows: {
      own: '    404 404 404 200 200 404 404 200 200 404 404 200',
      foreign: '404 404 404 404 404 200 404 404 404 404 200 200',
      bin: '    404 404 404 404 404 404 404 404 404 404 404 200',
      unknown: '404',
      malformed: '400',
    },
    buildRequest: buildGroupRequest,
  },
};
