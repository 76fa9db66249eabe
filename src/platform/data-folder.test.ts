import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { DataFolderError, findFolderProblem, prepareDataFolder } from './data-folder.ts';

const readMode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const isRoot = process.getuid?.() === 0;

/** Runs with an empty folder to work in and with the umask restored afterwards. */
function inFolder(run: (parent: string) => void): void {
  const parent = mkdtempSync(join(tmpdir(), 'data-folder-'));
  const mask = process.umask();
  try {
    run(parent);
  } finally {
    process.umask(mask);
    rmSync(parent, { recursive: true });
  }
}

const refuses = (dataDir: string, message: RegExp): void =>
  assert.throws(
    () => prepareDataFolder(dataDir),
    (error) => error instanceof DataFolderError && message.test(error.message),
  );

describe('prepareDataFolder', { skip: process.platform === 'win32' }, () => {
  test('a new folder and the files created in it are readable by their owner only', () => {
    inFolder((parent) => {
      process.umask(0o022);
      const dataDir = join(parent, 'a', 'data');
      prepareDataFolder(dataDir);
      writeFileSync(join(dataDir, 'ledger.db'), '');
      assert.deepEqual([readMode(dataDir), readMode(join(dataDir, 'ledger.db'))], ['700', '600']);
    });
  });

  test('a folder that other users can enter is refused with the command that closes it', () => {
    inFolder((parent) => {
      for (const mode of [0o755, 0o750, 0o777, 0o701]) {
        chmodSync(parent, mode);
        refuses(parent, new RegExp(`mode ${mode.toString(8)}\\); run chmod 700 ${parent}`));
      }
      chmodSync(parent, 0o700);
      prepareDataFolder(parent);
    });
  });

  test('a symbolic link in the folder is refused, and its target stays as it was', () => {
    for (const name of ['lock.pid', 'ledger.db', 'secrets']) {
      inFolder((parent) => {
        const dataDir = join(parent, 'data');
        mkdirSync(dataDir, { mode: 0o700 });
        symlinkSync(join(parent, 'victim'), join(dataDir, name));
        refuses(dataDir, new RegExp(`${name} is a symbolic link`));
        assert.equal(existsSync(join(parent, 'victim')), false);
      });
    }
  });

  test('the folder itself may be a link to a folder that is safe', () => {
    inFolder((parent) => {
      mkdirSync(join(parent, 'disk'), { mode: 0o700 });
      symlinkSync(join(parent, 'disk'), join(parent, 'data'));
      prepareDataFolder(join(parent, 'data'));
      chmodSync(join(parent, 'disk'), 0o755);
      refuses(join(parent, 'data'), /chmod 700/);
    });
  });

  test('files of an earlier version lose the access of other users', () => {
    inFolder((parent) => {
      writeFileSync(join(parent, 'ledger.db'), '');
      chmodSync(join(parent, 'ledger.db'), 0o644);
      prepareDataFolder(parent);
      assert.equal(readMode(join(parent, 'ledger.db')), '600');
    });
  });

  test('a folder or file of another user is refused', { skip: !isRoot && 'needs root' }, () => {
    inFolder((parent) => {
      writeFileSync(join(parent, 'ledger.db'), '');
      chownSync(join(parent, 'ledger.db'), 65534, 65534);
      refuses(parent, /ledger\.db belongs to user 65534; run chown -R 0/);
      chownSync(parent, 65534, 65534);
      refuses(parent, /it belongs to user 65534; run chown 0/);
    });
  });

  test('findFolderProblem reports a problem and changes nothing', () => {
    inFolder((parent) => {
      chmodSync(parent, 0o755);
      assert.match(findFolderProblem(parent) ?? '', /chmod 700/);
      assert.equal(readMode(parent), '755');
    });
  });
});
