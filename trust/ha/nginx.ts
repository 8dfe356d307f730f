import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, startProgram, waitFor } from '#trust/lib/processes/programs.ts';

const buildConfig = (folder: string, port: number, portals: readonly string[]) => `
daemon off;
pid ${folder}/pid;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  upstream portals {
${portals.map((url) => `    server ${new URL(url).host} max_fails=0;`).join('\n')}
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 0;
    location / {
      proxy_pass http://portals;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_request_buffering off;
    }
  }
}
`;

export async function startNginx(portals: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const port = await findFreePort();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, buildConfig(folder, port, portals));
  const program = startProgram('nginx', ['-p', folder, '-c', file, '-e', 'stderr']);
  const url = `http://127.0.0.1:${port}`;
  const isReachable = () => fetch(url).then(Boolean, () => false);
  await waitFor('nginx serves', isReachable).catch((error) => {
    throw new Error(`${error.message}: ${program.output()}`);
  });
  return {
    url,
    async stop() {
      await program.stop('SIGTERM');
      rmSync(folder, { recursive: true });
    },
  };
}
