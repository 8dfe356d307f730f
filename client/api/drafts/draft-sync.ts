import { ConnectionError, type SendOptions } from '#client/api/connection/send.ts';
import { Problem } from '#contract/problem.ts';
import { decideAfterReading, decideOnOpening } from './decide-draft.ts';
import { findDraftEntry, readDraft, removeDraft, storeDraft } from './draft-requests.ts';
import { type CopyState, createCopyState, type DraftStore } from './draft-store.ts';

/** Time after the last change at which the input is sent to the server. */
const saveDelayMs = 3000;
/** Time after a lost connection at which the input is sent again. */
const retryDelayMs = 30_000;

export type DraftForm<Value> = {
  /** Key on the server. */
  key: string;
  /** Key in the browser's storage, which names the user. */
  storageKey: string;
  store: DraftStore<Value>;
  /** Replaces the form's input. Undefined removes unsaved input. */
  show: (value: Value | undefined) => void;
};

/** State of a draft that the form shows to the user. Times are ISO 8601 in UTC. */
export type DraftNotice = {
  /** Time of the draft of another device that the form shows. */
  continuedFrom?: string | undefined;
  /** Time of a newer draft of another device that the form does not show. */
  newerAt?: string | undefined;
  /** True if the last attempt to store the input on the server failed. */
  isDeviceOnly?: boolean | undefined;
  /** True if the input is stored neither on the server nor in the browser. */
  isUnsaved?: boolean | undefined;
};

type ServerDraft = Awaited<ReturnType<typeof readDraft>>;

/** Keeps the input of one form in the browser and on the server. No method throws, and none waits for another form. */
export class DraftSync<Value> {
  readonly #form: DraftForm<Value>;
  readonly #onNotice: (notice: DraftNotice) => void;
  #notice: DraftNotice = {};
  /** Current input as JSON. */
  #text: string | undefined;
  #state: CopyState;
  #newer: ServerDraft | undefined;
  #isKept = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Requests are sent one after another, so that the last save is the last that arrives. */
  #queue: Promise<void> = Promise.resolve();

  constructor(form: DraftForm<Value>, onNotice: (notice: DraftNotice) => void) {
    this.#form = form;
    this.#onNotice = onNotice;
    const stored = form.store.read(form.storageKey);
    this.#text = stored === undefined ? undefined : JSON.stringify(stored);
    this.#state = form.store.readState(form.storageKey);
  }

  /** Shows a newer draft of another device, or stores the browser's input on the server. */
  open(): Promise<void> {
    return this.#enqueue(() => this.#compare(true));
  }

  /** Checks for a newer draft. Keeps the input if the draft has been deleted, because the user may be looking at it. */
  refresh(): Promise<void> {
    return this.#enqueue(() => this.#compare(false));
  }

  /** Keeps changed input. Undefined deletes both copies. Returns false if the browser cannot store the input. */
  change(value: Value | undefined): boolean {
    const text = value === undefined ? undefined : JSON.stringify(value);
    if (text === this.#text) return this.#isKept;
    this.#text = text;
    if (value === undefined) {
      this.#deleteCopies();
      return true;
    }
    this.#update({ isStored: false });
    this.#isKept = this.#form.store.write(this.#form.storageKey, value);
    this.#schedule();
    return this.#isKept;
  }

  /** Replaces the input with the newer draft of another device. */
  showNewer(): void {
    if (this.#newer) this.#show(this.#newer);
  }

  /** Keeps the input, which overwrites the newer draft of another device. */
  keepInput(): void {
    const { savedAt } = this.#newer ?? {};
    this.#newer = undefined;
    this.#setNotice({ ...this.#notice, newerAt: undefined });
    this.#update({ seenAt: savedAt });
    void this.save();
  }

  /** Stores the input on the server now. */
  save(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#enqueue(() => this.#save({}));
  }

  /** Stores the input while the page is being closed, without waiting for a running request. */
  saveBeforeLeaving(): void {
    clearTimeout(this.#timer);
    // Ignore failures, as `#enqueue` does.
    this.#save({ keepalive: true }).catch(() => {});
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    // Ignore failures: they must not disturb the user, and the browser keeps the input.
    this.#queue = this.#queue.then(work).catch(() => {});
    return this.#queue;
  }

  async #compare(mayForget: boolean): Promise<void> {
    const { key, store, storageKey, show } = this.#form;
    const entry = await findDraftEntry(key);
    const decision = decideOnOpening({ text: this.#text, state: this.#state }, entry);
    if (decision === 'read') return this.#read();
    if (entry) this.#update({ seenAt: entry.savedAt });
    if (decision === 'save') return this.#save({});
    if (decision !== 'forget' || !mayForget) return;
    store.remove(storageKey);
    this.#text = undefined;
    this.#state = createCopyState();
    show(undefined);
  }

  async #read(): Promise<void> {
    const draft = await readDraft(this.#form.key);
    // A draft of another version of the portal may be unreadable. The next save replaces it.
    if (this.#form.store.parseText(draft.value) === undefined) {
      return this.#update({ seenAt: draft.savedAt });
    }
    const decision = decideAfterReading({ text: this.#text, state: this.#state }, draft);
    if (decision === 'show') this.#show(draft);
    if (decision === 'adopt') this.#update(toStored(draft));
    if (decision !== 'ask') return;
    clearTimeout(this.#timer);
    this.#newer = draft;
    this.#setNotice({ newerAt: draft.savedAt });
  }

  #show(draft: ServerDraft): void {
    const { store, storageKey, show } = this.#form;
    const value = store.parseText(draft.value);
    if (value === undefined) return;
    this.#newer = undefined;
    this.#text = draft.value;
    this.#state = createCopyState();
    this.#update(toStored(draft));
    this.#isKept = store.write(storageKey, value);
    this.#setNotice({ continuedFrom: draft.savedAt });
    show(value);
  }

  async #save(options: SendOptions): Promise<void> {
    const text = this.#text;
    const state = this.#state;
    if (text === undefined || state.isStored || this.#newer) return;
    try {
      // If the form has been saved meanwhile, the deletion of this copy needs the time.
      state.seenAt = await storeDraft(this.#form.key, state, text, options);
      if (state !== this.#state) return;
      this.#update({ isStored: this.#text === text });
      this.#setNotice({ ...this.#notice, isDeviceOnly: false, isUnsaved: false });
    } catch (error) {
      if (error instanceof Problem && error.code === 'stale-version') return this.#read();
      if (error instanceof ConnectionError) this.#schedule(retryDelayMs);
      this.#setNotice({ ...this.#notice, isDeviceOnly: this.#isKept, isUnsaved: !this.#isKept });
    }
  }

  #deleteCopies(): void {
    const { key, store, storageKey } = this.#form;
    const state = this.#state;
    clearTimeout(this.#timer);
    store.remove(storageKey);
    this.#state = createCopyState();
    this.#setNotice({});
    this.#newer = undefined;
    void this.#enqueue(async () => {
      if (state.seenAt !== undefined) await removeDraft(key, state);
    });
  }

  #schedule(delayMs = saveDelayMs): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), delayMs);
  }

  /** Changes the state in place, because requests that are being sent refer to it. */
  #update(changes: Partial<CopyState>): void {
    Object.assign(this.#state, changes);
    this.#form.store.writeState(this.#form.storageKey, this.#state);
  }

  #setNotice(notice: DraftNotice): void {
    this.#notice = notice;
    this.#onNotice(notice);
  }
}

const toStored = ({ savedAt }: ServerDraft) => ({ seenAt: savedAt, isStored: true });
