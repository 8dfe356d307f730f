import { buildEndpointUrl, type Endpoint, toFormFields } from '#contract/endpoint.ts';
import type { MatrixActor } from './actors.ts';
import type { MatrixRequest } from './requests.ts';

export function sendMatrixRequest(
  url: string,
  endpoint: Endpoint,
  asked: MatrixRequest,
  { actor, variant }: { actor: MatrixActor; variant: string },
): Promise<Response> {
  const headers = new Headers();
  const token = asked.token ?? actor.token;
  if (!variant.startsWith('cookie') && token) headers.set('authorization', `Bearer ${token}`);
  if (variant.startsWith('cookie')) headers.set('cookie', `file_access=${actor.fileToken ?? ''}`);
  const method = variant.endsWith('HEAD') ? 'HEAD' : endpoint.method;
  let body: FormData | string | undefined;
  if (endpoint.files) {
    body = new FormData();
    for (const [field, value] of toFormFields(asked.body)) {
      body.append(field, value instanceof File ? value : String(value));
    }
  } else if (asked.body !== undefined) {
    body = JSON.stringify(asked.body);
    headers.set('content-type', 'application/json');
  }
  return fetch(`${url}${buildEndpointUrl(endpoint, asked)}`, { method, headers, body });
}
