// The polyfill must be there before tsyringe is; this is the one file that imports either.
import "reflect-metadata";
import { type DependencyContainer, container, instanceCachingFactory } from "tsyringe";

/** Gives the part of a name. */
export type Get<Parts> = <Name extends keyof Parts & string>(name: Name) => Parts[Name];

/**
 * A container of parts, each made once. Parts are bound to the root and made with the root's own parts, whoever asks
 * first: a child scope can add parts of its own, and can never have a second lock, store or `Sessions`.
 */
export class Scope<Parts> {
  readonly #container: DependencyContainer;

  private constructor(own: DependencyContainer) {
    this.#container = own;
  }

  static createRoot<Parts>(): Scope<Parts> {
    return new Scope(container.createChildContainer());
  }

  /** Tells how a part is made, from other parts. */
  bind<Name extends keyof Parts & string>(name: Name, make: (get: Get<Parts>) => Parts[Name]): void {
    this.#container.register<Parts[Name]>(name, { useFactory: instanceCachingFactory(() => make(this.get)) });
  }

  /** Gives a part, making it where nobody has asked for it before. */
  readonly get: Get<Parts> = (name) => this.#container.resolve(name);

  /** Makes these parts now, so that no child scope is ever the first to ask for one. */
  makeAll(names: readonly (keyof Parts & string)[]): void {
    for (const name of names) this.get(name);
  }

  /** A scope that sees every part of this one, and in which further ones can be bound. */
  createChild<Own>(): Scope<Parts & Own> {
    return new Scope<Parts & Own>(this.#container.createChildContainer());
  }
}
