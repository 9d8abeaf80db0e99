import type { Clock } from '../../../../platform/lib/clock.ts';
import { ApiError } from '../../../../platform/lib/errors.ts';
import {
  type CallLimit,
  openCallLimit,
  openVisitorLimit,
} from '../../../../platform/lib/http/visitor-limit.ts';
import { PER_MINUTE } from './limits.ts';
import type { Visitor } from './visitor.ts';

/** Each check throws ApiError rate_limited. */
export class VisitorLimits {
  readonly #tokensOfNetwork: CallLimit<string>;
  readonly #messagesOfNetwork: CallLimit<string>;
  readonly #othersOfNetwork: CallLimit<string>;
  readonly #messagesOfVisitor: CallLimit<string>;
  readonly #othersOfVisitor: CallLimit<string>;
  readonly #messagesOfWidget: CallLimit<number>;
  readonly #messagesOfAccount: CallLimit<number>;

  constructor(clock: Clock) {
    const of = (name: keyof typeof PER_MINUTE) => ({ perMinute: PER_MINUTE[name] });
    this.#tokensOfNetwork = openVisitorLimit(clock, of('tokensOfNetwork'));
    this.#messagesOfNetwork = openVisitorLimit(clock, of('messagesOfNetwork'));
    this.#othersOfNetwork = openVisitorLimit(clock, of('othersOfNetwork'));
    this.#messagesOfVisitor = openCallLimit(clock, of('messagesOfVisitor'));
    this.#othersOfVisitor = openCallLimit(clock, of('othersOfVisitor'));
    this.#messagesOfWidget = openCallLimit(clock, of('messagesOfWidget'));
    this.#messagesOfAccount = openCallLimit(clock, of('messagesOfAccount'));
  }

  /** Before the widget is read. */
  network(address: string, call: 'token' | 'message' | 'other'): void {
    const limits = {
      token: this.#tokensOfNetwork,
      message: this.#messagesOfNetwork,
      other: this.#othersOfNetwork,
    };
    require(limits[call](address));
  }

  /** A refused visitor takes nothing from others. */
  message({ phone, widget }: Visitor): void {
    require(this.#messagesOfVisitor(`${widget.entry_point_id} ${phone}`));
    require(this.#messagesOfWidget(widget.entry_point_id));
    require(this.#messagesOfAccount(widget.account_id));
  }

  other({ phone, widget }: Visitor): void {
    require(this.#othersOfVisitor(`${widget.entry_point_id} ${phone}`));
  }
}

function require(secondsToWait: number | null): void {
  if (secondsToWait !== null) throw busy(secondsToWait);
}

/** Too many calls for now. */
export function busy(secondsToWait: number): ApiError {
  const error = new ApiError('rate_limited');
  error.retryAfter = secondsToWait;
  return error;
}
