/** One job endpoint as a form: with sample files or one's own, done with a button, and the result plays below. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Job } from '../../../../spec/schemas/job.ts';
import type { JobEndpoint } from '../../../../spec/vocabulary.ts';
import { ask, said } from '../ask.ts';
import { pathOf } from '../here.ts';
import { Action } from '../parts/action.tsx';
import { StatusBadge } from '../parts/badge.tsx';
import { Card, Problem } from '../parts/card.tsx';
import { Money } from '../parts/money.tsx';
import { Result } from '../parts/result.tsx';
import { linkTo } from '../route.ts';
import { clock } from '../store.ts';
import { FormField } from './form-field.tsx';
import { type Field, type TextField, jobForms, samples } from './try-it-forms.ts';
import { type Step, type Values, doJob } from './try-it-job.ts';

type Props = { account: string; endpoint: JobEndpoint; setBusy: (isBusy: boolean) => void };

export const TryJob = ({ account, endpoint, setBusy }: Props) => {
  const { title, gives, fields } = jobForms[endpoint];
  const [values, setValues] = useState<Values>(() => beginning(fields));
  const [step, setStep] = useState<Step | undefined>(undefined);
  const [id, setId] = useState<string | undefined>(undefined);
  const [job, setJob] = useState<Job | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const isRunning = step !== undefined && step !== 'succeeded' && step !== 'failed' && problem === undefined;

  const run = async (): Promise<void> => {
    const own = new AbortController();
    running.current = own;
    setBusy(true);
    setJob(undefined);
    setId(undefined);
    setProblem(undefined);
    try {
      const done = await doJob(account, endpoint, values, own.signal, (next, jobId) => {
        if (own.signal.aborted) return;
        setStep(next);
        if (jobId !== undefined) setId(jobId);
      });
      if (!own.signal.aborted) setJob(done);
    } catch (error) {
      if (!own.signal.aborted) setProblem(said(error));
    }
    setBusy(false);
  };

  const path = job?.status === 'succeeded' ? pathOf(job.output_url) : undefined;
  return (
    <>
      <Card title={title}>
        <form
          class="try-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isRunning) void run();
          }}
        >
          {[...fields, callback].map((field) => (
            <FormField
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              onChange={(value) => setValues({ ...values, [field.name]: value })}
            />
          ))}
          <div class="buttons">
            <button type="submit" class="main" disabled={isRunning}>
              Upload and submit
            </button>
          </div>
        </form>
      </Card>
      {step !== undefined && (
        <Card title="How it goes" class="try-steps">
          <p role="status">
            <StatusBadge status={step} />{' '}
            {id !== undefined && (
              <a href={linkTo('jobs', id)}>
                <code>{id}</code>
              </a>
            )}{' '}
            {job !== undefined && (
              <>
                charged <Money amount={job.charged_usd ?? 0} /> USD
              </>
            )}
          </p>
          {job?.error && (
            <p>
              <code>{job.error.code}</code> {job.error.message}
            </p>
          )}
          {isRunning && id !== undefined && clock.value.mode === 'manual' && (
            <div class="buttons">
              <span class="faint">The clock stands still, and the job with it:</span>
              <Action run={() => ask('clock/advance', 'POST', { to_next: true })}>Step to what is next</Action>
            </div>
          )}
        </Card>
      )}
      <Problem text={problem} />
      {path !== undefined && <Result kind={gives} path={path} />}
    </>
  );
};

const callback: TextField = { kind: 'text', name: 'callback_url', label: 'Webhook to', value: '' };

const beginning = (fields: readonly Field[]): Values =>
  Object.fromEntries(
    fields.map((field) => [
      field.name,
      field.kind === 'file' ? samples[field.of][0] : field.kind === 'choice' ? '' : field.value,
    ]),
  );
