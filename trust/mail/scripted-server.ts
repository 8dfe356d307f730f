import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type Fault, isAnswered, misbehave, talkerOn } from './misbehave.ts';

/** The moments of a conversation at which the server answers, or might. */
export const steps = [
  'connect',
  'EHLO',
  'AUTH',
  'MAIL',
  'RCPT',
  'DATA',
  'body',
  'dot',
  'QUIT',
] as const;
export type Step = (typeof steps)[number];

export type Moment = { step: Step; recipient: string | undefined; conversation: number };
export type KeptEmail = { recipient: string; sender: string; messageId: string; raw: Buffer };

/** A mail server that follows a script, moment by moment. */
export type ScriptedServer = {
  /** What SMTP_URL is set to. */
  url: string;
  /** Everything it took responsibility for, or would have said so had it not failed. */
  kept: KeptEmail[];
  /** What happens at each moment; undefined is what a good server does. */
  script: (moment: Moment) => Fault | undefined;
  /** Told after a 250 to a text has left. */
  onConfirmed: () => void;
  /** How many conversations were begun. */
  conversations: number;
  close(): Promise<void>;
};

/** Opens a scripted server on a free port of loopback; it wants a login and knows pipelining every other time. */
export async function openScriptedServer(): Promise<ScriptedServer> {
  const sockets = new Set<Socket>();
  const tcp = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    server.conversations += 1;
    converse(server, socket, server.conversations);
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  const server: ScriptedServer = {
    url: `smtp://portal:right%20secret@127.0.0.1:${port}`,
    kept: [],
    script: () => undefined,
    onConfirmed: () => undefined,
    conversations: 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      tcp.close();
      await once(tcp, 'close');
    },
  };
  return server;
}

function converse(server: ScriptedServer, socket: Socket, conversation: number) {
  let input = Buffer.alloc(0);
  let isIn = false;
  let isOver = false;
  let isReading = false;
  let isLoggedIn = false;
  let sender: string | undefined;
  let recipient: string | undefined;
  const say = talkerOn(socket);

  const answer = (step: Step, usual: string): Fault | undefined => {
    const fault = server.script({ step, recipient, conversation });
    if (fault === undefined) void say(usual);
    else isOver = !misbehave(socket, say, fault, usual);
    return fault;
  };
  const keep = (raw: Buffer) => {
    const messageId = /^Message-ID: *(\S+)/im.exec(raw.toString('latin1'))?.[1] ?? '';
    server.kept.push({ recipient: recipient ?? '', sender: sender ?? '', messageId, raw });
  };

  const commands: Record<string, (line: string) => void> = {
    ehlo: () => {
      const pipelining = conversation % 2 === 0 ? '250-PIPELINING\r\n' : '';
      answer('EHLO', `250-scripted\r\n${pipelining}250-8BITMIME\r\n250 AUTH PLAIN`);
    },
    helo: () => void say('250 scripted'),
    auth: (line) => {
      const said = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString();
      isLoggedIn = said.endsWith('\0portal\0right secret');
      if (!isLoggedIn) void say('535 5.7.8 Wrong login');
      else isLoggedIn = isAnswered(answer('AUTH', '235 welcome'));
    },
    mail: (line) => {
      if (!isLoggedIn) return void say('530 5.7.0 Log in first');
      const fault = answer('MAIL', '250 sender ok');
      if (isAnswered(fault)) sender = /<(.*?)>/.exec(line)?.[1] ?? '';
    },
    rcpt: (line) => {
      if (sender === undefined) return void say('503 5.5.1 MAIL first');
      recipient = /<(.*?)>/.exec(line)?.[1] ?? '';
      if (!isAnswered(answer('RCPT', '250 recipient ok'))) recipient = undefined;
    },
    data: () => {
      if (recipient === undefined) return void say('554 5.5.1 No valid recipients');
      isReading = isAnswered(answer('DATA', '354 go on'));
    },
    quit: () => {
      if (answer('QUIT', '221 bye') === undefined) void say('').then(() => socket.end());
    },
    rset: () => void say('250 ok'),
  };

  const readText = () => {
    if (!isIn) {
      isIn = true;
      const fault = server.script({ step: 'body', recipient, conversation });
      if (fault) {
        isOver = !misbehave(socket, say, fault, '');
        return false;
      }
    }
    const end = input.indexOf('\r\n.\r\n');
    if (end < 0) return false;
    const raw = input.subarray(0, end + 2);
    input = input.subarray(end + 5);
    const fault = server.script({ step: 'dot', recipient, conversation });
    // Refused is not taken; whatever else goes wrong now, goes wrong with an email that is.
    if (fault !== 'later' && fault !== 'never' && fault !== 'bye') keep(raw);
    isReading = false;
    isIn = false;
    if (fault) isOver = !misbehave(socket, say, fault, '250 taken');
    else void say('250 taken').then(() => server.onConfirmed());
    sender = undefined;
    recipient = undefined;
    return true;
  };
  const readLine = () => {
    const end = input.indexOf('\r\n');
    if (end < 0) return false;
    const line = input.subarray(0, end).toString();
    input = input.subarray(end + 2);
    const command = commands[line.slice(0, 4).toLowerCase()];
    if (command) command(line);
    else void say('500 5.5.1 What?');
    return true;
  };

  socket.on('data', (chunk: Buffer) => {
    if (isOver) return;
    input = Buffer.concat([input, chunk]);
    while (!isOver && (isReading ? readText() : readLine()));
  });
  answer('connect', '220 scripted ESMTP');
}
