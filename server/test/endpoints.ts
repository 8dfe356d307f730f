import { buildEndpointUrl, type Endpoint } from '#contract/endpoint.ts';

const defaults: Readonly<Record<string, string>> = {
  email: 'nobody.at.all@university.test',
  kind: 'thesis',
};

export const buildUnknownParams = ({ params }: Endpoint): Record<string, string> =>
  Object.fromEntries(
    Object.keys(params?.shape ?? {}).map((key) => [
      key,
      defaults[key] ?? '00000000-0000-4000-8000-000000000000',
    ]),
  );

export const buildUnknownUrl = (endpoint: Endpoint): string =>
  buildEndpointUrl(endpoint, { params: buildUnknownParams(endpoint) });
