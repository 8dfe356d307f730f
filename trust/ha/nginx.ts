import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aFreePort, startProgram, until } from '#trust/lib/programs.ts';

const configOf = (folder: string, port: number, portals: readonly string[]) => `
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

/** Debian's nginx before several portals. */
export async function startNginx(portals: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const port = await aFreePort();
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configOf(folder, port, portals));
  const program = startProgram('nginx', ['-p', folder, '-c', file, '-e', 'stderr']);
  const url = `http://127.0.0.1:${port}`;
  const isThere = () => fetch(url).then(Boolean, () => false);
  await until('nginx serves', isThere).catch((error) => {
    throw new Error(`${error.message}: ${program.said()}`);
  });
  return {
    url,
    async stop() {
      await program.stop('SIGTERM');
      rmSync(folder, { recursive: true });
    },
  };
}
