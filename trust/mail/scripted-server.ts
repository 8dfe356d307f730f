import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { applyFault, createReplyWriter, type SmtpFault, sendsRegularReply } from './apply-fault.ts';

export const smtpSteps = [
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
export type SmtpStep = (typeof smtpSteps)[number];

export type SmtpStepContext = {
  step: SmtpStep;
  recipient: string | undefined;
  conversation: number;
};
export type AcceptedEmail = { recipient: string; sender: string; messageId: string; raw: Buffer };

/** Returns the emails to a recipient that contain the tag in their text. */
export async function findEmailCopies(
  emails: readonly AcceptedEmail[],
  recipient: string,
  tag: string,
) {
  const copies: AcceptedEmail[] = [];
  for (const email of emails.filter((email) => email.recipient === recipient))
    if ((await PostalMime.parse(email.raw)).text?.includes(tag)) copies.push(email);
  return copies;
}

export type ScriptedSmtpServer = {
  url: string;
  /** Emails that the server has accepted, including those whose reply was lost. */
  kept: AcceptedEmail[];
  /** Returns the fault for a step, or undefined for the regular reply. */
  script: (context: SmtpStepContext) => SmtpFault | undefined;
  onConfirmed: () => void;
  conversations: number;
  close(): Promise<void>;
};

/** Opens a scripted mail server on a free port. Every second connection supports pipelining. */
export async function openScriptedSmtpServer(): Promise<ScriptedSmtpServer> {
  const sockets = new Set<Socket>();
  const tcp = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    server.conversations += 1;
    new Conversation(server, socket, server.conversations);
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  const server: ScriptedSmtpServer = {
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

class Conversation {
  readonly #server: ScriptedSmtpServer;
  readonly #socket: Socket;
  readonly #number: number;
  readonly #say;
  #input = Buffer.alloc(0);
  #isOver = false;
  /** True between DATA and the final dot. `#hasBody` becomes true when the first bytes of the body arrive. */
  #isReading = false;
  #hasBody = false;
  #isLoggedIn = false;
  #sender: string | undefined;
  #recipient: string | undefined;

  constructor(server: ScriptedSmtpServer, socket: Socket, number: number) {
    this.#server = server;
    this.#socket = socket;
    this.#number = number;
    this.#say = createReplyWriter(socket);
    socket.on('data', (chunk: Buffer) => {
      if (this.#isOver) return;
      this.#input = Buffer.concat([this.#input, chunk]);
      while (!this.#isOver && (this.#isReading ? this.#readText() : this.#readLine()));
    });
    this.#reply('connect', '220 scripted ESMTP');
  }

  readonly #commands: Record<string, (line: string) => void> = {
    ehlo: () => {
      const pipelining = this.#number % 2 === 0 ? '250-PIPELINING\r\n' : '';
      this.#reply('EHLO', `250-scripted\r\n${pipelining}250-8BITMIME\r\n250 AUTH PLAIN`);
    },
    helo: () => void this.#say('250 scripted'),
    auth: (line) => {
      const login = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString();
      this.#isLoggedIn = login.endsWith('\0portal\0right secret');
      if (!this.#isLoggedIn) return void this.#say('535 5.7.8 Wrong login');
      this.#isLoggedIn = sendsRegularReply(this.#reply('AUTH', '235 welcome'));
    },
    mail: (line) => {
      if (!this.#isLoggedIn) return void this.#say('530 5.7.0 Log in first');
      const fault = this.#reply('MAIL', '250 sender ok');
      if (sendsRegularReply(fault)) this.#sender = /<(.*?)>/.exec(line)?.[1] ?? '';
    },
    rcpt: (line) => {
      if (this.#sender === undefined) return void this.#say('503 5.5.1 MAIL first');
      this.#recipient = /<(.*?)>/.exec(line)?.[1] ?? '';
      if (!sendsRegularReply(this.#reply('RCPT', '250 recipient ok'))) this.#recipient = undefined;
    },
    data: () => {
      if (this.#recipient === undefined) return void this.#say('554 5.5.1 No valid recipients');
      this.#isReading = sendsRegularReply(this.#reply('DATA', '354 go on'));
    },
    quit: () => {
      if (this.#reply('QUIT', '221 bye') === undefined)
        void this.#say('').then(() => this.#socket.end());
    },
    rset: () => void this.#say('250 ok'),
  };

  #faultAt(step: SmtpStep): SmtpFault | undefined {
    const [recipient, conversation] = [this.#recipient, this.#number];
    return this.#server.script({ step, recipient, conversation });
  }

  #reply(step: SmtpStep, regularReply: string): SmtpFault | undefined {
    const fault = this.#faultAt(step);
    if (fault === undefined) void this.#say(regularReply);
    else this.#isOver = !applyFault(this.#socket, this.#say, fault, regularReply);
    return fault;
  }

  #readLine(): boolean {
    const end = this.#input.indexOf('\r\n');
    if (end < 0) return false;
    const line = this.#input.subarray(0, end).toString();
    this.#input = this.#input.subarray(end + 2);
    const command = this.#commands[line.slice(0, 4).toLowerCase()];
    if (command) command(line);
    else void this.#say('500 5.5.1 What?');
    return true;
  }

  #readText(): boolean {
    const bodyFault = this.#hasBody ? undefined : this.#faultAt('body');
    this.#hasBody = true;
    if (bodyFault) {
      this.#isOver = !applyFault(this.#socket, this.#say, bodyFault, '');
      return false;
    }
    const end = this.#input.indexOf('\r\n.\r\n');
    if (end < 0) return false;
    const raw = this.#input.subarray(0, end + 2);
    this.#input = this.#input.subarray(end + 5);
    const fault = this.#faultAt('dot');
    // Keep the email unless the fault refuses it, because all other faults occur after its acceptance.
    if (fault !== 'later' && fault !== 'never' && fault !== 'bye') this.#keep(raw);
    this.#isReading = false;
    this.#hasBody = false;
    if (fault) this.#isOver = !applyFault(this.#socket, this.#say, fault, '250 taken');
    else void this.#say('250 taken').then(() => this.#server.onConfirmed());
    this.#sender = undefined;
    this.#recipient = undefined;
    return true;
  }

  #keep(raw: Buffer) {
    const messageId = /^Message-ID: *(\S+)/im.exec(raw.toString('latin1'))?.[1] ?? '';
    const [recipient, sender] = [this.#recipient ?? '', this.#sender ?? ''];
    this.#server.kept.push({ recipient, sender, messageId, raw });
  }
}
