/** Changes that are typed for a body. */
import { expect, test } from 'vitest';
import { overridden, pathsIn, readOverride, readRemove } from './override.ts';

const body = { event: 'job.failed', data: { id: 'j', output_url: null, error: { code: 'a', message: 'm' } } };

const changed = (...typed: readonly string[]): unknown =>
  typed.flatMap((text) => readOverride(text)).reduce<unknown>(overridden, body);

test.each<[typed: string, value: unknown]>([
  ['data.id=x', 'x'],
  ['data.id=', ''],
  ['data.id=a=b', 'a=b'],
  ['data.id=12', 12],
  ['data.id="12"', '12'],
  ['data.id=true', true],
  ['data.id=null', null],
  ['data.id={"a":[1]}', { a: [1] }],
  ['data.id={a', '{a'],
])('%s is read as %j', (typed, value) => {
  expect(changed(typed)).toEqual({ ...body, data: { ...body.data, id: value } });
});

test('one path may lead into what another one has put there, and into null', () => {
  expect(changed('data.output_url.a.b=1', 'data.output_url.a.c=2')).toMatchObject({
    data: { output_url: { a: { b: 1, c: 2 } } },
  });
});

test('a path that is taken away is gone, and one that was not there changes nothing', () => {
  const without = (path: string): unknown => readRemove(path).reduce<unknown>(overridden, body);
  expect(without('data.error.code')).toEqual({ ...body, data: { ...body.data, error: { message: 'm' } } });
  expect(without('data.nothing.here')).toEqual(body);
  expect(without('data.output_url.x')).toEqual(body);
});

test('the body itself stays as it was, and a field may have any name', () => {
  expect(JSON.stringify(changed('__proto__.polluted=1', 'data.constructor=2'))).toContain('{"polluted":1}');
  expect(body.data).not.toHaveProperty('polluted');
  expect(Object.getOwnPropertyNames(body)).toEqual(['event', 'data']);
});

test('a path through a text says where it ends', () => {
  expect(() => changed('data.id.x.y=1')).toThrow('there is no data.id.x.y: data.id is "j"');
});

test.each(['data', '=x', 'a..b=1', '.a=1', 'a.=1'])('%s is no override', (typed) => {
  expect(() => readOverride(typed)).toThrow(/It must be a path and its value|A path is names/);
});

test('paths are all that lead somewhere', () => {
  expect(pathsIn({ a: { b: 1, c: [1] }, d: null })).toEqual(['a', 'a.b', 'a.c', 'a.c.0', 'd']);
});
