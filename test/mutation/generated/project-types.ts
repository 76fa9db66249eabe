import { dirname, join } from 'node:path';
import ts from 'typescript-api';
import { ROOT } from '../mutant.ts';

/** The project as the compiler sees it; one file at a time may have another text. */
export class ProjectTypes {
  readonly #texts = new Map<string, string>();
  readonly #versions = new Map<string, number>();
  readonly #service: ts.LanguageService;

  constructor(configFile: string, files: readonly string[]) {
    const { config } = ts.readConfigFile(join(ROOT, configFile), (name) => ts.sys.readFile(name));
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(ROOT, dirname(configFile)));
    const names = files.map((file) => join(ROOT, file));
    this.#service = ts.createLanguageService({
      getScriptFileNames: () => names,
      getScriptVersion: (name) => String(this.#versions.get(name) ?? 0),
      getScriptSnapshot: (name) => {
        const text = this.#texts.get(name) ?? ts.sys.readFile(name);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => ROOT,
      getCompilationSettings: () => options,
      getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
      fileExists: (name) => ts.sys.fileExists(name),
      readFile: (name, encoding) => ts.sys.readFile(name, encoding),
      directoryExists: (name) => ts.sys.directoryExists(name),
      getDirectories: (name) => ts.sys.getDirectories(name),
    });
  }

  /** The unchanged file and the checker that knows its types. */
  read(file: string): { readonly source: ts.SourceFile; readonly checker: ts.TypeChecker } {
    const program = this.#service.getProgram();
    const source = program?.getSourceFile(join(ROOT, file));
    if (program === undefined || source === undefined) throw new Error(`${file} is not part of the program`);
    return { source, checker: program.getTypeChecker() };
  }

  /** Whether the file still compiles with this text. The compiler notices the others, so no test has to. */
  compiles(file: string, text: string): boolean {
    const name = join(ROOT, file);
    this.#set(name, text);
    const errors = [
      ...this.#service.getSyntacticDiagnostics(name),
      ...this.#service.getSemanticDiagnostics(name),
    ];
    this.#set(name, null);
    return errors.length === 0;
  }

  #set(name: string, text: string | null): void {
    if (text === null) this.#texts.delete(name);
    else this.#texts.set(name, text);
    this.#versions.set(name, (this.#versions.get(name) ?? 0) + 1);
  }
}
