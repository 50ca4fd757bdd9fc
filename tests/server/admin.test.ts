import { readdir, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { MeasureId } from '../../contracts/vocabulary.ts';
import { changeRows } from '../support/database/test-database.ts';
import { call } from '../support/server/api.ts';
import { lastOf } from '../support/server/audit-log.ts';
import {
  fixture,
  makeParcours,
  makePlace,
  type Person,
  signUp,
  signUpAs,
  signUpMember,
  upload,
} from '../support/server/people.ts';
import { runAdmin } from '../support/server/run-tool.ts';
import { useServer } from '../support/server/use-server.ts';
import { makeFolder } from '../support/test-folder.ts';

const server = useServer();

test('a granted role applies to the next request of an existing session', async () => {
  const ana = await signUp(server.origin, 'Ana');
  expect(await admin(['grant', ` ${ana.email.toUpperCase()}`, 'admin'])).toMatchObject({
    code: 0,
    output: `Ana <${ana.email}> is admin now, and was user\n`,
    errors: '',
  });
  expect((await call(server.origin, 'readMe', {}, ana.token)).user.role).toBe('admin');
  expect(await admin(['list'])).toMatchObject({
    code: 0,
    output: `admin   ${ana.email} (Ana, id ${ana.user.id})\n`,
  });
  expect(await admin(['grant', ana.email, 'user'])).toMatchObject({ code: 0 });
  expect(await admin(['list'])).toMatchObject({ output: 'There are no editors and no admins\n' });
});

test('open requests for the editor role are listed, one per line, until they are granted', async () => {
  expect(await admin(['requests'])).toMatchObject({ code: 0, output: 'There are no open requests\n' });
  const noe = await signUp(server.origin, 'Noe');
  const parcoursId = await makeParcours(server.origin, noe);
  const words = 'Pour dessiner\n\u001b[31mle quai';
  const { id, askedAt } = await call(
    server.origin,
    'requestRole',
    { body: { role: 'editor', mapId: parcoursId, words } },
    noe.token,
  );
  expect(await admin(['requests'])).toMatchObject({
    code: 0,
    output: `${askedAt} ${noe.email} (Noe), for Le quai: Pour dessiner [31mle quai\n`,
  });
  await admin(['grant', noe.email, 'editor']);
  expect(await admin(['requests'])).toMatchObject({ output: 'There are no open requests\n' });
  const { requests } = await call(server.origin, 'listRoleRequests', {}, noe.token);
  expect(requests).toMatchObject([{ id, state: 'granted' }]);
  await admin(['grant', noe.email, 'user']);
});

test('a grant is in the audit log without an acting account; granting the same role again is not', async () => {
  const [chief, kim] = [await signUpAs(server, 'Chief', 'admin'), await signUp(server.origin, 'Kim')];
  await admin(['grant', kim.email, 'editor']);
  await admin(['grant', kim.email, 'editor']);
  const entry = await lastOf(server.origin, chief, { action: 'role_changed', account: kim.email });
  expect(entry).toMatchObject({
    actor: null,
    account: { id: kim.user.id, name: 'Kim' },
    address: null,
    detail: 'user to editor, by npm run admin',
  });
});

test('audit log, accounts, maps, jobs and status are listed by line, without control characters', async () => {
  const lou = await signUp(server.origin, 'Lou');
  const parcoursId = await makeParcours(server.origin, lou, 'Le phare');
  const title = 'Le \u001b[31mphare\nnoir';
  await changeRows(server.dataDir, (tx) => tx('parcours').where({ id: parcoursId }).update({ title }));
  const shown = async (...args: string[]): Promise<string> => {
    const { code, output, errors } = await admin(args);
    expect([args, code, errors]).toEqual([args, 0, '']);
    return output;
  };
  expect(await shown('accounts')).toMatch(
    new RegExp(`^user    ${lou.email} \\(Lou, id ${lou.user.id}\\), since .*, 1 maps, 0.0 MiB$`, 'm'),
  );
  expect(await shown('maps')).toMatch(
    new RegExp(`^Le \\[31mphare noir \\(id ${parcoursId}\\), since .*, 1 members, 0 places, 0.0 MiB$`, 'm'),
  );
  expect(await shown('jobs')).toBe('0 waveforms and 0 renditions wait, 0 renditions were given up\n');
  expect(await shown('status')).toMatch(/^Drop ici \d.*\ndisk: .* free of .*\nstored: \d+ accounts, .*\nfiles: .*\n$/);
  expect(await shown('trail')).toContain(`signed_up, by ${lou.email} (id ${lou.user.id}), from `);
  expect(await shown('trail', '--csv')).toMatch(/^\ufeffid,time,action,.*\r\n\d+,.*,trail_exported,/);
});

test('commands list, open, hide, restore and close reports; the audit log names no actor', async () => {
  const { origin } = server;
  const [desk, owner] = [await signUpAs(server, 'Desk', 'admin'), await signUp(origin, 'Olga')];
  const parcoursId = await makeParcours(origin, owner, 'Les quais');
  const author = await signUpMember(server, owner, parcoursId, 'Aude', 'drop');
  const listener = await signUpMember(server, owner, parcoursId, 'Louis', 'drop');
  const placeId = await makePlace(origin, author, parcoursId, 'Le pont');
  await upload(origin, author, placeId, await fixture('conforming-mono.wav'));
  const thing = { kind: 'place', id: placeId } as const;
  const body = { thing, reason: 'hate', words: 'Des\ninsultes.' } as const;
  await call(origin, 'report', { body }, listener.token);
  const shown = async (...args: string[]): Promise<string> => {
    const { code, output, errors } = await admin(args);
    expect([args, code, errors]).toEqual([args, 0, '']);
    return output;
  };
  const id = String(placeId);
  const listed = await shown('queue');
  expect(listed).toMatch(/^1 to decide, 0 suspended accounts$/m);
  expect(listed).toContain(
    `place ${id}, Le pont, by ${author.email} (Aude, id ${author.user.id}), shown, on map ${parcoursId}`,
  );
  expect(listed).toMatch(/^- \S+ report, hate, by Louis: Des insultes\.$/m);
  const [file] = /\S+\.wav$/m.exec(listed) ?? [];
  expect((await stat(file ?? '')).size).toBeGreaterThan(0);
  expect(await shown('open', String(parcoursId))).toContain(
    `- place ${id}, Le pont, by account ${author.user.id}, shown, ${file}`,
  );
  await upload(origin, author, placeId, await fixture('conforming-stereo.wav'));
  expect(await shown('queue')).toContain(`reported in an earlier state, Le pont, ${file}`);

  const read = ({ token }: Person) => call(origin, 'readPlace', { params: { placeId } }, token);
  expect(await shown('hide', 'place', id, 'Insultes')).toBe(`hide: place ${id}; its author is told\n`);
  await expect(read(listener)).rejects.toMatchObject({ code: 'not_found' });
  const [message] = (await call(origin, 'listMessages', {}, author.token)).messages;
  expect(message).toMatchObject({ kind: 'hide', words: 'Insultes', mayAnswer: true });
  const answer = { params: { messageId: MeasureId.parse(message?.id) }, body: { words: 'Du théâtre.' } };
  await call(origin, 'answerMessage', answer, author.token);
  expect(await shown('queue')).toMatch(/^- \S+ hide, by nobody: Insultes\n- \S+ answer, to be read: Du théâtre\.$/m);
  expect(await shown('restore', 'place', id)).toBe(`restore: place ${id}; its author is told\n`);
  await read(listener);
  expect(await shown('dismiss', 'place', id)).toBe(`dismiss: place ${id}\n`);
  expect(await shown('suspend', author.email, 'Récidive')).toBe(`Aude <${author.email}> is suspended\n`);
  await expect(read(author)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await shown('queue')).toContain(`suspended ${author.email}`);
  expect(await shown('unsuspend', author.email)).toBe(`Aude <${author.email}> is not suspended\n`);
  expect(await admin(['hide', 'place', '999999'])).toMatchObject({ code: 1, errors: 'There is no place 999999\n' });

  for (const action of ['hidden', 'restored', 'suspended', 'unsuspended'] as const) {
    expect(await lastOf(origin, desk, { action, account: author.email })).toMatchObject({
      actor: null,
      account: { id: author.user.id },
      detail: expect.stringMatching(/by npm run admin$/),
    });
  }
  expect(await lastOf(origin, desk, { action: 'admin_opened_map', mapId: parcoursId })).toMatchObject({ actor: null });
  const hidden = await shown('trail', 'action=hidden', `account=${author.email}`);
  expect(hidden).toMatch(new RegExp(`^\\S+ hidden, by nobody, to ${author.email} .*\n$`));
  expect(await shown('trail', '--csv', `mapId=${parcoursId}`, 'action=report_made')).toMatch(
    /^\ufeffid,.*\r\n\d+,.*hate\r\n$/,
  );
});

test('a printed password reset link works once and verifies no email address', async () => {
  const una = await signUp(server.origin, 'Una');
  const { code, output } = await admin(['reset-link', ` ${una.email.toUpperCase()}`], undefined, {
    PUBLIC_URL: 'https://drop.example',
  });
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(
      new RegExp(
        `^Una <${una.email}> may choose another password, once, within 24 hours:\nhttps://drop\\.example/resetpassword#[\\w-]{43}\n$`,
      ),
    ),
  ]);
  const body = { token: output.split('#')[1]?.trim() ?? '', password: 'une belle promenade' };
  await call(server.origin, 'resetPassword', { body });
  await expect(call(server.origin, 'resetPassword', { body })).rejects.toMatchObject({ code: 'mail_link_ended' });
  await expect(call(server.origin, 'readMe', {}, una.token)).rejects.toMatchObject({ code: 'unauthenticated' });
  const { token } = await call(server.origin, 'login', { body: { email: una.email, password: body.password } });
  expect((await call(server.origin, 'readSecurity', {}, token)).emailVerified).toBe(false);
  const guard = await signUpAs(server, 'Guard', 'admin');
  expect(await lastOf(server.origin, guard, { action: 'password_reset' })).toMatchObject({
    actor: null,
    account: { id: una.user.id },
    detail: 'by a link that was passed on',
  });
  expect((await admin(['reset-link', una.email])).output).toContain("put the app's address before it");
});

test('an account can be given its own quota and returned to the default of the settings', async () => {
  const [chief, quinn] = [await signUpAs(server, 'Quotas', 'admin'), await signUp(server.origin, 'Quinn')];
  expect(await admin(['quota', quinn.email, '2097152'])).toMatchObject({
    code: 0,
    output: `Quinn <${quinn.email}> may keep 2097152 bytes\n`,
  });
  expect((await admin(['accounts'])).output).toMatch(/Quinn, id .* 0\.0 MiB of 2\.0 MiB$/m);
  const entry = await lastOf(server.origin, chief, { action: 'quota_changed' });
  expect(entry).toMatchObject({
    actor: null,
    account: { id: quinn.user.id },
    detail: '2097152 bytes, by npm run admin',
  });
  expect(await admin(['quota', quinn.email, 'default'])).toMatchObject({ code: 0 });
  expect((await admin(['accounts'])).output).toMatch(/Quinn, id .* 0\.0 MiB$/m);
  for (const wrong of [[quinn.email, '-1'], [quinn.email], ['quinn', '1'], [quinn.email, '1', '2']]) {
    expect(await admin(['quota', ...wrong])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('Expected quota EMAIL BYTES|default'),
    });
  }
});

test('an email without an account ends with exit code 1 and a message', async () => {
  const { code, errors } = await admin(['grant', 'nobody@example.org', 'admin']);
  expect([code, errors]).toEqual([1, 'There is no account with the email nobody@example.org\n']);
});

test.each([
  [[], 'Expected one of grant, reset-link, quota, trail, open, hide, '],
  [['grant', 'ana@example.org'], 'Expected one of grant, reset-link, quota, trail, open, hide, '],
  [
    ['trail', 'colour=red'],
    'Expected any of action=VALUE, account=VALUE, mapId=VALUE, from=VALUE, to=VALUE, search=VALUE, got: colour=red',
  ],
  [['trail', '--csv', 'action=flew'], 'Expected any of action=VALUE'],
  [['open', '0x1'], 'Expected open MAP_ID, got open 0x1'],
  [['hide', 'bundle', '1'], 'Expected hide place|map ID [WORDS], got hide bundle 1'],
  [['suspend', 'ana'], 'Expected suspend EMAIL [WORDS], got suspend ana'],
  [['export', '\u001b[31mana', 'ana.zip'], 'Expected export EMAIL FILE, got export [31mana ana.zip'],
  [['export', 'ana@example.org'], 'Expected export EMAIL FILE, got export ana@example.org'],
  [['erase', 'ana', 'keep'], 'Expected erase EMAIL delete|keep [--confirm IDS|none], got erase ana keep'],
  [['erase', 'ana@example.org'], 'Expected erase EMAIL'],
  [['erase', 'ana@example.org', 'all'], 'Expected erase EMAIL'],
  [['erase', 'ana@example.org', 'keep', '--yes'], 'Expected erase EMAIL'],
  [['erase', 'ana@example.org', 'keep', '--confirm', '7,'], 'Expected erase EMAIL'],
  [['reset-link', 'ana'], 'Expected an email, got ana'],
  [['grant', 'ana', 'admin'], 'Expected an email, got ana'],
  [['grant', 'ana@example.org', 'boss'], 'Expected one of guest, user, editor, admin, got boss'],
])('%j is a usage error: exit code 2, the expected arguments and the usage', async (args, expected) => {
  const { code, errors } = await admin(args);
  expect(code).toBe(2);
  expect(errors).toContain(expected);
  expect(errors).toContain('Usage:');
  for (const name of ['DATA_DIR', 'DATABASE_URL', 'MEDIA_STORE']) expect(errors).toContain(name);
});

test('a folder without a database ends with exit code 1, and none is created', async () => {
  const empty = await makeFolder();
  const { code, errors } = await admin(['list'], empty, { DATABASE_URL: '' });
  expect([code, errors]).toEqual([1, expect.stringContaining(`There is no database in ${empty} (DATA_DIR)`)]);
  expect(await readdir(empty)).toEqual([]);
});

function admin(args: readonly string[], dataDir = server.dataDir, env?: Readonly<Record<string, string>>) {
  return runAdmin(dataDir, args, env);
}
