import { addressOf, type Endpoint } from '#contract/endpoint.ts';

const nobody = '00000000-0000-4000-8000-000000000000';

/** An address of the call whose parameters are well-formed and name nothing that exists. */
export const someAddressOf = (endpoint: Endpoint): string =>
  addressOf(endpoint, {
    params: {
      email: 'nobody.at.all@university.test',
      kind: 'thesis',
      groupId: nobody,
      userId: nobody,
      documentId: nobody,
      sessionId: nobody,
      emailId: nobody,
      objectionId: nobody,
    },
  });
