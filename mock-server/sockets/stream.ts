/**
 * The life of one connection, the same for both capabilities: messages in, through its handler, messages out. It knows when it last heard
 * from its client, and ends its session exactly once. That it reads no more than its client takes is `back-pressure.ts`.
 */
import type { RawData } from 'ws';
import type { Fault } from '../../spec/faults.ts';
import type { CloseSession } from '../domain/commands.ts';
import type { Session } from '../domain/session.ts';
import type { Clock } from '../engine/clock.ts';
import type { Engine } from '../engine/engine.ts';
import type { StreamSocket } from './acceptor.ts';
import type { Admitted } from './admit.ts';
import { BackPressure } from './back-pressure.ts';
import type { SocketStep, Traffic } from '../store/socket-entry.ts';
import { MessageLog, type MessageRoom } from '../store/socket-messages.ts';
import type { Line } from './frame.ts';
import { type Levels, Meter } from './meter.ts';

/** What is done with a message of the client. */
export type Receive = (data: Buffer, isBinary: boolean) => void;

/** Begins a stream: sends what comes unasked, and says what is done with messages. */
export type Handle = (session: Session, line: Line) => Receive;

export type StreamHost = {
  readonly clock: Clock;
  readonly handle: Handle;
  /** The way out of a stream, as ports and faults leave it. */
  readonly lineFor: (stream: Stream) => Line;
  readonly faultsOf: (session: Session, connection: number) => readonly Fault[];
  readonly record: (step: SocketStep & { readonly engine: Engine }) => void;
  /** For what the journal keeps of messages. */
  readonly messageRoom: MessageRoom;
  /** Real milliseconds. */
  readonly stallMs: number;
  readonly reportFailure: (error: unknown) => void;
  readonly opened: (stream: Stream) => void;
  readonly ended: (stream: Stream) => void;
};

export class Stream implements Line {
  readonly engine: Engine;
  readonly session: Session;
  readonly connection: number;
  /** Those that meet this connection. */
  readonly faults: readonly Fault[];
  readonly #accountId: string;
  readonly #ws: StreamSocket;
  readonly #host: StreamHost;
  readonly #line: Line;
  readonly #pressure: BackPressure;
  #receive: Receive = ignore;
  /** The last sign of life, by the mock's clock. */
  #heardAt: number;
  #pingsMissed = 0;
  readonly #received = { frames: 0, bytes: 0 };
  readonly #sentOut = { frames: 0, bytes: 0 };
  /** Made when somebody looks. */
  #meter: Meter | undefined;
  /** Made with the first message. */
  #messages: MessageLog | undefined;
  #endedBy: CloseSession['by'] | undefined;
  /** Set when the stream is over: fulfilled when its session is settled. */
  #over: Promise<void> | undefined;

  constructor(ws: StreamSocket, { engine, accountId, session, connection, at }: Admitted, host: StreamHost) {
    this.engine = engine;
    this.session = session;
    this.connection = connection;
    this.#accountId = accountId;
    this.#heardAt = at;
    this.#ws = ws;
    this.#host = host;
    this.#pressure = new BackPressure(ws, {
      stallMs: host.stallMs,
      stalled: () => {
        void this.#leave('lost', this.#heardAt);
        ws.close(1008, 'the client does not read what it is sent');
      },
      resumed: () => (this.#pingsMissed = 0),
    });
    this.faults = host.faultsOf(session, connection);
    this.#line = host.lineFor(this);
  }

  /** @param query of the address that it was opened at */
  open(query?: string): void {
    const ws = this.#ws;
    ws.leaving = () => this.#leave('close', this.#now);
    ws.on('message', (data, isBinary) => this.#take(data, isBinary));
    ws.on('pong', () => this.#heard()).on('ping', (data) => this.#pong(data));
    // The library has closed the connection by then, with the code that fits.
    ws.on('error', ignore);
    // Without a close before it: the line broke, and that is noticed at once.
    ws.on('close', (code, reason) => {
      void this.#leave('lost', this.#now);
      const messages = this.#messages?.end() ?? noMessages;
      this.#messages = undefined;
      this.#record(this.#endedBy === 'lost' ? 'lost' : 'closed', { code, detail: reason.toString(), messages });
    });
    this.#host.opened(this);
    this.#record('connected', { query });
    try {
      this.#receive = this.#host.handle(this.session, this.#line);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Ends the connection of a session that is over, or lives on elsewhere. */
  stop(code: number, reason: string): void {
    this.#line.close(code, reason);
  }

  /** How loud it was since it was last asked; undefined where nothing came or went. */
  levels(): Levels | undefined {
    return (this.#meter ??= new Meter(this.session.feature === 'voice_changer')).take(this.#received, this.#sentOut);
  }

  /** Settles the session and says goodbye, since the server stops. Never rejects. */
  shutDown(code: number, reason: string): Promise<void> {
    const settled = this.#leave('shutdown', this.#now);
    this.#ws.close(code, reason);
    return settled;
  }

  /** Writes down that the stream lives, for the case that the mock does not live to see its end. */
  async keepAlive(): Promise<void> {
    if (this.#over !== undefined) return;
    const { id: sessionId } = this.session;
    await this.engine.execute(this.#accountId, {
      type: 'keep-session-alive',
      sessionId,
      connection: this.connection,
    });
  }

  /** Asks for a sign of life. After two that did not come the peer is gone, and is billed to the last one that did. */
  ping(): void {
    // What is not read cannot be heard; then the stall counts.
    if (this.#pressure.holds || this.#over !== undefined) return;
    if (this.#pingsMissed >= pingsMissedMax) {
      void this.#leave('lost', this.#heardAt);
      this.#ws.terminate();
    } else {
      this.#pingsMissed++;
      if (!this.#pressure.isSilent) this.#ws.ping();
    }
  }

  // The line, as handlers see it.

  send(data: Buffer | string, isBinary: boolean): void {
    if (this.#over !== undefined || !this.#pressure.takes) return;
    count(this.#sentOut, data.length);
    this.#meter?.sent(data);
    this.#log.add(this.#now, 'server', data, isBinary);
    this.#pressure.send(data, isBinary);
  }

  close(code: number, reason: string): void {
    // Which leaves the session first.
    if (!this.#pressure.isSilent) return this.#ws.close(code, reason);
    void this.#leave('close', this.#now);
    this.#ws.terminate();
  }

  reset(): void {
    void this.#leave('close', this.#now);
    this.#ws.reset();
  }

  wait(on: boolean): void {
    this.#pressure.wait(on);
  }

  silence(): void {
    this.#pressure.silence();
  }

  ended(): void {
    // What the stream itself holds it lets go of whether a wrapped line passes this on or not.
  }

  #take(data: RawData, isBinary: boolean): void {
    if (this.#over !== undefined) return;
    this.#heard();
    const { length: bytes } = data as Buffer;
    count(this.#received, bytes);
    this.#meter?.received(data as Buffer);
    // Messages come as one buffer each, unless the library is told otherwise.
    this.#log.add(this.#heardAt, 'client', data as Buffer, isBinary);
    if (this.#received.frames === 1) this.#record('first-frame');
    try {
      this.#receive(data as Buffer, isBinary);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Every ping is answered. Answers that are not taken are, like messages, a reason to read nothing more. */
  #pong(data: Buffer): void {
    this.#heard();
    if (this.#over === undefined && this.#pressure.takes) this.#pressure.pong(data);
  }

  #fail(error: unknown): void {
    this.#host.reportFailure(error);
    this.#line.close(1011, 'the mock failed; its log says why');
  }

  #heard(): void {
    this.#heardAt = this.#now;
    this.#pingsMissed = 0;
  }

  /** Ends the session with the connection; what comes first counts. Never rejects. */
  #leave(by: CloseSession['by'], livedUntil: number): Promise<void> {
    if (this.#over !== undefined) return this.#over;
    const { id: sessionId } = this.session;
    const { connection } = this;
    this.#endedBy = by;
    this.#over = this.engine
      .insist(this.#accountId, { type: 'close-session', sessionId, connection, by, livedUntil })
      .catch(this.#host.reportFailure);
    this.#pressure.release();
    this.#line.ended();
    this.#host.ended(this);
    return this.#over;
  }

  #record(event: SocketStep['event'], about: Pick<SocketStep, 'query' | 'code' | 'detail' | 'messages'> = {}): void {
    this.#host.record({
      engine: this.engine,
      at: this.#now,
      event,
      accountId: this.#accountId,
      sessionId: this.session.id,
      connection: this.connection,
      ...about,
      received: this.#received,
      sent: this.#sentOut,
      faults: this.faults.map(({ name }) => name),
    });
  }

  get #log(): MessageLog {
    return (this.#messages ??= new MessageLog(this.#host.messageRoom));
  }

  get #now(): number {
    return this.#host.clock.now();
  }
}

const ignore = (): void => undefined;

const noMessages = { messages: [], leftOut: 0 };

const count = (traffic: { -readonly [part in keyof Traffic]: Traffic[part] }, bytes: number): void => {
  traffic.frames++;
  traffic.bytes += bytes;
};

const pingsMissedMax = 2;
