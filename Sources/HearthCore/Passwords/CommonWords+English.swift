// The words are out of SCOWL (Spell Checker Oriented Word Lists), as Debian's package wamerican has it:
//
// Copyright 2000-2011 by Kevin Atkinson. Permission to use, copy, modify, distribute and sell these word lists, the
// associated scripts, the output created from the scripts, and its documentation for any purpose is hereby granted
// without fee, provided that the above copyright notice appears in all copies and that both that copyright notice and
// this permission notice appear in supporting documentation. Kevin Atkinson makes no representations about the
// suitability of this array for any purpose. It is provided "as is" without express or implied warranty.

extension CommonWords {
    /// Words of the English dictionary, in the order of how often texts use them.
    static let english = """
        with that this from file used when which have other only will name also more using code without version line
        there command should some does same make work been option error then like text these change value after time
        such function where current path they help before must list into each files options them following about string
        instead need available what output information check index than part case given read since message added
        different create while format mode result contains type single changes even possible data your directory object
        local empty return made contents source otherwise note both call many would copy process being most uses their
        versions next argument start already want release functions under specific avoid because include variable
        either found write still allow errors cannot later useful another well just main between above long names were
        module values through over created details reference order could based multiple level existing right defined
        input page setting buffer open find however environment objects types back size including done import script
        means internal take lines usage document itself specified arguments common called works else remove required
        commands true here show variables within working performance changed section program once build context unless
        directly edit update below state method written keep allows makes application status memory require provides
        repository cases feature full longer provided interface previous various node similar project cause left global
        standard those modules report class additional passed needed related supported specify match removed event
        special whether during give needs included characters contain around updated better point request space apply
        built issue character handle might form content syntax currently very control strings times notes optional
        returns matches link messages false large side reason separate shows features valid updates ignored fixes
        display every pattern inside free send except small look behavior simple making stream core calls present fixed
        exit entry necessary view original correctly effect starting started flag able normal follow info binary date
        manual complete diff includes warning calling several failed base place parse again custom failure much header
        deprecated define commit exist explicitly array methods until issues console fail stop trace parameter known
        actually containing branch search length generated expected operation block events extra delete missing sure
        color sets allowed count address named encoding exists auto active provide takes ignore executable paths
        results returned debugger adding instance short close particular prefix tools patch comment modified future
        down tool enabled port least fails often platform clean alternative replace body depending remote email correct
        requires enable appear compiled property merge wrong less doing docs reset shell print runs resulting certain
        range keys clear bytes loop checking starts outside description mechanism development notice equivalent rather
        associated copyright things skip item links fetch load know client install continue location external usually
        connection though real happens others purpose scripts against getting move whose cache limit switch save
        properties handling double exception normally generate extension push further parent query execution mail
        stable processes matching accept problems modify completion entries sign recent programs passing software
        replaced disable compile gets debug bugs tracker shared creating attempt shown older easier changing tracking
        store split head fields operations problem addition parameters style group disabled parts execute break
        structure relative sequence protocol checked domain platforms permissions multi whole force settings archive
        checks gives appropriate child having basic filter requests received clone easy important applies thus
        operating stored enough previously sent minor position implement invoked tell items directories executed stack
        license broken accessed scheme loaded flags ensure limited select stability earlier verify ions detect
        extensions references world session signature host together lists subject ends response terms integer catch
        difference described constructor definition field rules initial adds compatible maximum prevent kind signal
        perform actual width track caused conditions along commits therefore configure implemented moved debugging
        causes editor readable streams closed marked reporting wait installed comments resolve exactly parsing
        immediately throw specifies hash blob pack safe recommended documented override underlying receive followed
        early codes follows handler upon terminal expression logic properly produce depends algorithm releases parser
        symbols alias indicate final leading sometimes especially places generally newer abort target creates
        instruction bound drop action step really setup reduce progress spaces quite come pull resources introduced
        ways reports loading negative equal export native headers contained title prompt configured regular reads
        allowing convert comes detected intended requirement faster become looks displayed individual points backward
        timers menu indicates twice symbol forward slow listed hard instances tags refer direct browser distributed
        pointer patterns internally sources cursor register choose classes worker helper processing steps bindings
        startup word reasons turn independent across unique checkout beginning column static explicit insert although
        combination prints latest determine entire happen away refs resource editing documents building tries thing
        kept char unlike plain trigger identifier deleted throws begin grep self dark margin font omitted byte consider
        trailing mostly meaning optionally designed permission leave post recursive extended await amount cleanup
        expect internals developer terminate libraries append prepare escape finally transfer accepts reported rename
        likely exact higher writes sense selected simply assertion screen affect interactive scope differences socket
        nested lookup inspector absolute bits assert cluster compiler installing model attributes attribute goes
        manually becomes consistent utilities handled improve proper applied corrected typed detection preference
        accepted cancel regression copies returning blocks disk sort random high statement improved mean overwrite
        mapping prior repeat relevant crash occurs legacy parsed requested media causing incorrectly going pages
        detailed hand share describe finished runner looking replacement anyway chars fully developers taken affected
        learned stopped compare conversion elements according element flat probably produced unnecessary cross priority
        typing significant finish formatting highlight rule condition primary triggered generation major foundation
        diagnostics resolution initialize opened bash lower visible theme binaries wrapper hold actions defines total
        summary completely handles strict encoded builds released wrap promise origin term implied published wide
        translation framework interpreted showing member conflict binding resolved appears pick considered care prefer
        pair executing mentioned attempts timestamp queue exits attached maintenance generic extend float token waiting
        template removes creation seen keyword sending task visual branches projects course loss huge easily occur
        buffers signed programming converted idea subsequent warnings located overview exported hints words interfaces
        offset reverse typically accessible copying decoder understand behave copied almost exclusive providing
        definitions pending reserved dependency dynamic skipped imports limits record area rest restore opening
        represent ready remain emit management thrown upload label prepared saved unsigned greater aborted usual
        builtin operator matter chapter compilation inspect machine answer identical verbose declaration quickly linked
        trying enables limitation begins exclude separated suite owner express mistake sync exceptions determined
        supplied assume indexes news arbitrary invoke partial failures emitted interpret purposes adjust improvement
        automatic remaining backslash increase background moves strategy profile fitness plus warranty selection
        infinite past giving upstream jump inserted assigned rejected merging expand formats performed groups whenever
        connect minimum meta components exports hint larger explain choice lead updating pipe registered told keeps
        advanced modifying colors graph computed removal descriptor transport connected synchronous said contributor
        warn duplicate toggle hide incomplete rely aware assign portable regardless printed exec spec collection
        possibly initialized trouble coding usable numeric deal possibility placed parallel tested locally locale
        similarly depth connections levels plugin join gnome half unused site loads specifying optimized complex behind
        failing void sorted dependent literal derived accessing worked careful generating utility recently columns
        certificate leak comparison hidden attempting flow semantics hence symbolic desired treated depend complicated
        separately ever community bind overflow restriction latter construct corner quotes removing meant extends
        statements leaks silently identify undo quick reject processed proxy constant prefers neither downloads
        sections describes macro download tells little detail embedded renamed defining tried wants dictionary practice
        regexp explanation series stops closing handlers blocking ability expressions decide online executes workflows
        yourself assuming persistent production recommend detached mappings traditional direction imported declared
        guide produces situation fill quote stat preferred soon cached mixed represents turned identity leaving
        browsers procedure represented breaking replaces necessarily allocation millisecond indent transform writable
        listen identifying unsupported compute positive underline evaluation attention pairs duration printing merged
        wiki states conflicts deleting identified year stores decoding decode technical receiving spawn lock advantage
        moving obtained limitations opens team taught unexpected noted explained delay sensitive validation promises
        effects official listener anymore tutorial lazy computation subset snapshot compiling allocated quit cover
        ending colon heap align impact pieces finding maintained preserve indicated addresses notation beyond
        themselves encode decimal evaluated potential distribute storage cycle clarify bare excluding permitted
        integration lack strip alternate blame kill enabling substitute managed asked prototype sends raised alphabetic
        visited precedence implements layout completed caller frame constants describing counts adjusted solution knows
        forms compression unfortunate image revert outputs question conditional terminated dynamically listing rights
        obtain quiet formatted convention ally race rewrite upgrade destroyed padding newline paste exiting mapped
        avoids supporting basis suggested evaluate stuff garbage deprecation shift press infinity inclusive fall
        wrapping contract boundary truncated simplify searching component slower submit helps efficient rare implicit
        ignoring front raise wrapped confusing descriptors attach advised held bottom customize helpful smaller policy
        destroy highlighted workaround alone gave fetching crashes clients medium registers ambiguous saving decoration
        taking indicating applicable applying slightly kernel manner suffix separator fine learn encryption foreign
        generator expansion years expose refers situations behaves covered sockets responsible claims granted occurred
        hierarchy discarded resolving referenced destination validate mailing slash recorded floating suppress treat
        silent design confusion late click counter lets curl invoking parses ties chunk convenient maintain requiring
        cost obvious mechanisms reproduce selecting affects coverage indirect exposed stdio assumed primarily forwards
        unit optimize timer combine entered keywords elsewhere suitable operate translate warranties distinguish
        virtual deep region thanks publicly finds notify rewritten tracing continues signals explains percent middle
        deletes closes ports breaks discard alive disabling edited backwards trust shall questions unchanged logical
        kinds fact among days assumes payload differently avoided minimal carefully nice couple effective structures
        newly counting fewer successful puts resume lowercase digit redundant synonym reuse displays exchange licenses
        arising incorporate receives damages claim stash retrieve navigation digits retry additions tabs says subsystem
        phase favor recognized pressing plugins approach insensitive keyboard expanded involved focus device onto
        targets displaying machines think invocation conversions overhead showed refresh comma useless determining maps
        searches factor dropped concurrent live tasks confused aliases somewhere idle manage legal contact liable
        height wraps restart material recursively profiling restored loader listeners grant detects review mention
        clearly operators contexts disables hitting inline reached extract convenience chosen reflect effectively
        passes batch indented suggestions naming matters remains holds paragraph machinery flush vary performing
        translated consists trivial generates advice modern revision agent interpreter acts cleared consistency
        obsolete lose loose integers transaction shutdown macros mind upper registry eventually capture inserting
        intentional switching sorting terminals cast carry ordered omit website inputs ended repeated communicate
        implicitly pointed contrast flavor wish linking restricted agreement portion ordinary entirely timing
        originally mismatch interaction appended turns facility demand killed protocols mime swap malformed escaped
        insertion dialog menus preceding reach suppose simplified credential compared recognize logging combined dump
        completes resolves daemon templates sessions mask vector matched canonical discussion continuing corrupt differ
        dead iteration fundamental worth scroll lots difficult uppercase wherever interval product entering potentially
        outer robust members guaranteed unreachable loops signatures shorter licensed piece alongside grants hereby
        protect incidental annotated labels compressed accesses stage threshold guard merges quoted measure wire
        recursion indentation frames near specifier interested experience issued goal deletion prefixed listening
        regarding signing typo maintainer refused performs slice variants demonstrate unspecified detecting browse
        anywhere maintainers storing threaded encountered guidelines variant importing maintaining someone everywhere
        improving effort reasonable ideal simpler overridden helpers moment accordingly inherit looked pushed processor
        interact yield annotations converting vice derivative filtering diagnostic shallow differs locations broke
        sparse entities ignores verified delta redo clicking topic sizes anonymous entity credentials collected
        streaming consult introduce negligence edge typical retained deadlock activity bundle records workers okay
        guarantee opposed consume keeping nature logs safety interrupt ranges putting commonly inner controlled
        conventions allocate reduced flexible forget restrict comparing highest ensures leaves wanted approximate
        duplicated bring revisions sharing expressed compliance royalty hosts replacing jobs attempted plan workflow
        gone happened cleaned suggest transparent brackets alpha existence modes reply structured feed unusual
        inherited dates escaping supply preferences backspace appending developed queued sequences caught unavailable
        stay termination ding accepting prefixes refuse products stale logged traces specifiers serves ownership
        assignment concatenate came light inserts misc scheduled timezone pointers pointing presence corresponds
        delimited iterator period functional acceptable marking sufficient compilers managing portability notable
        integrated downloaded touch square invocations expectation wrote meaningful guess former achieve covers sleep
        herein understands physical extent offer consequence prune asking compress expensive literals tips freed tokens
        cycles figure incoming opposite frequently arrays shortcut scrolling arrow fonts hits preserved skipping
        analysis sentence redirect texts inclusion underscore protected trademark responses promote intro tracked
        inherits pause trade regard fragment life timestamps provider whom icon breakage tarball revocation drive brief
        grammar candidate spent cancelled teach packed nearest basically lifetime reused mutable respective minutes
        reader converts haven folder vars equals encouraged grow braces folding complain nesting literally overrides
        stands abstract sees referred layer distinct forbid exposes saying thereof risk consumption porcelain controls
        clause sender temporarily bitmap indication trailers tiny ping exceeded secondary simulate blocked topics
        opaque omitting stand segfault positions agree contributed pipeline bold encrypt enhancement vertical pseudo
        avoiding unstable constructed round division relatively supposed consumed assigning hours protection confirm
        emulator abbrev retrieved alignment spelling widely operates closure maybe concept validity declare reload
        illegal emits holding benefits scopes globally charge notices sheet feedback highly curly counted triggers
        enforce flaky indicator blobs resulted trick initially identifiers statistics stats prevented corporation
        somewhat pressed foreground customized parenthesis surprising breakpoints buffered callers commercial throwing
        upgrading border subscribe views launched peer bundled submitted finishes bogus trademarks boxes ancient
        research queries establish continued hopefully encapsulate digest tracks owned precision offsets bounds
        consuming remainder pure prevents viewing ordering safely exited emulation collect standardize simplest fold
        glob learning mistakes developing wrappers archives locked filters trusted connecting printable modifier
        illustrates filled trim interrupted exercise meet fifth recipient publish quality stated coming treats room
        forced reachable parents renames ought movement expects seems accuracy spawned assertions surrounding extensive
        clipboard center viewer graphical dots established capability jumps rows forces overwritten today disconnect
        nodes natural unnamed asks irrelevant increases tricky dedicated misleading profits liability visit suggestion
        implication resets compact unmodified terminating interesting fashion caching achieved schedule respond slashes
        fingerprint deemed pool identifies pushing policies bypass leaked automated handful desktop dirty arch truncate
        cloning referring immediate aligned invokes mandatory proposal towards afterwards advance attacks ecosystem
        quoting choices despite fairly ahead improves units fatal transformed diagnose unlikely talk overall examine
        belongs enhanced grouping elapsed interest telling excluded activated activate compiles algorithms remotes
        predefined controlling pertaining filtered annotate propagate arithmetic talking serve conflicted abbreviated
        descriptive normalize terminates face threading externally highlights evaluating category went hang unable
        abandoned duplicates parentheses fourth transferred formed delivered principal damage month capable dual retain
        tort maintains delivery scoped risks separable miss recognizes ultimate logos preview sage schema ancestor
        consolidate cleanups rejection pager sized vectors backed annotation reflected placeholder critical splitting
        interacting splits inspection offers iterating counterpart everybody bigger noticed finite blog exponent chunks
        propagated cloned throughout essential compliant anyone facilitate integrity benefit discussing permit decision
        disclaimer clicks reliably conflicting octal pipes indexed fits duplication union tweaked unify endings trailer
        nonsense discover authorized average harder textual horizontal coloring varies newlines undone transient
        unlimited widget waits gracefully increased happening segments exceeds historical handy governed caution tick
        readability numbered ugly enclosed preceded remark detach weight united isolate whatsoever crashed rate
        forwarded missed signs enhance commas clarified eliminate domains deprecate belong falling publicity sides
        migrate fragments buggy decoded downloading stuck manages expired fixing corruption regressions apps integrate
        rams equality compares navigate relied correspond universal markdown inverse computes chance clang extending
        relying encounter bootstrap bulk predictable preferable friendly xterm spelled reducing reliable crashing mess
        sensible unified develop obscure guarantees installs span dash nonexistent extraneous compound strongly
        obviously introducing switched prone strictly retrieves recipients verbatim disclaims precise practices
        concurrency customizing iterate constructs weak tweak ambiguity bisect shipped unborn markup aborting extracted
        brings mainly easiest printer coded toolkit initiated reflects specially lint likewise recover lazily swift
        shells leads tilde segment forbidden gain prompts perhaps mock decided outstanding authorship pops reverted
        perfectly advertising national prepares became paragraphs unrelated proxies stricter grouped unction footprint
        repeating totally upcoming beta encrypted resolver consisting minute cleanly portions obtaining floats
        container constraint eager linker routines categories inspecting clears hashes expecting unpack absence
        suppressed stripped regions minimize uniform standards styles spell theory consist constraints transforms
        repeatedly scan serialized accidental invalidate primitive discovery indirectly fault benchmark discussed
        latency familiar tics spawning designated sole holder locate logo sorts lowest divide closely majority scenario
        subtle drain shares worse recovery heuristics apparently incremental desirable caveat raises clicked isolated
        touched wake restarts conform credits indenting scrolled saves validated flushed somehow deciding synchronize
        areas accurate unwanted backslashes resetting shape naturally volunteers harmless provisions reversed
        overwriting serial endorse sell consumers persist fulfilled emitting requesting usability folders seeing cyclic
        merely routine selects launching controller preserves tricks initiatives successor octet besides basics
        guidance rejects persistence positional substantial outdated subclass typos rebuild premature homepage gained
        committed associate heading carried schemes subtract scale producing involving bounded monitor unchecked atomic
        composed statically complains involves grab observed insecure expands variety preserving roughly role analyze
        reduces skips stepping iterates overlap determines compose hack preventing quotation hexadecimal locks reaches
        busy primitives coerced poll spot forth rounded scheduling selector processors agreed satisfy stating
        electronic patent licensee prominent parties colored profiles searched largest feel overriding heads measured
        embed packaging fraction referencing exceed valued lacks owns separators circle explore cruft sequencer learns
        scripted dangling fetched cleaning recording mailer attachment inter matt nick numerical discovered shorthand
        clash zoom retains aside solved responds locals altered pasted opts notified timed decodes costs inefficient
        announce redirects redirected technology cipher evaluates locking inspected sandbox capital incremented
        restoring migration upgraded encourage solely land suspend extras teams acknowledge positioned whichever
        resumes verifies clearing driven escapes attribution submission governing behalf caveats models breakages
        piping intuitive trunk directive posts moderate inactive authority rarely took submitting superseded semantic
        cope prof annoying keyed triggering serialize registering unusable providers wins tagged permanent negotiation
        mistakenly mishandled queues throughput factory prep creator unsubscribe hops rounding addressed immutable
        calculate unzip restarting vendor paired cores fetches aspects calculated contribute intend becoming spread
        modifiers efficiently frequency toolbar pixels callable allocations appendix aliasing flatten benchmarks
        stopping folds studio chaining modifies interrupts scheduler correctness intent repeats propagation grows alert
        spurious visibility floor assignments infringe absolutely programmer reasonably concerns volume synopsis
        configuring images badge thought devices thin enforced concise complexity bump collision hangs stub scratch
        allocates aggregate tightened week preparation extremely safer toggles thereafter dialogs reformat profit
        toggled detailing longest popping piped shrink precisely losing flushing ease concepts acting relies
        accumulated affecting raising adapt computing delayed facing jumping sourced modulo practical minus encodes
        picked posted retries lone introduces paused yank collecting unset outgoing clarity defer hosted hunks severity
        constitutes invert understood dealing aggressive suggests torn reworked explaining bunch footnotes alternately
        wild classic factors shorten problematic appearance measurement poorly switches halfway destruction popular
        restores percentage ongoing expires served filing catalog rework answers quota guides absent revoke comply
        deeper existent duplex remotely pushes verifying partly executions publication modernize unneeded preparing
        dispose ares loaders packaged icons italic nightly freeze rotate dispatch exclusively coerce captured aliased
        adjacent restarted ideally priorities tail closer snippet assembly hardware calculation collections privileges
        validating delegate advertise boundaries folded punctuation bracket corrections lengths gamma notably counters
        reusable forcing combining forwarding shot fired races involve assumption qualified packs influence specifics
        reflection soft revised acceptance holders conspicuous manifest asserts associating violation furthermore
        wishes nearly hosting watching article filed clearer advisory leftover linear deals carriage disposition resend
        roman leaking underflow edits sing exhibit keybindings directs widgets sphinx lambda swapped route aborts
        unlock seek unclear encounters partially investigate succeeds delimiter certainly buffering indeed redirection
        forked fake solve manipulate confuse redraw subscript increment upwards purely months separation courier guards
        accordance fulfills flip opportunity preliminary vertically collector unintended implies drops finalize viewed
        worldwide mentions officially considering chained initializes packet binds spam disappear institute irrevocable
        mechanical pertain complies invisible joined decryption conformance criteria excessive picking overwrites
        dragging malicious amend conduct reviewed agrees joint govern lieu sequential remembered exponential squash
        abandon diffs inform observe prime discouraged tighten renaming inject isolation defaulting newest tenant
        refreshed offered atom circular descending credit plug plugged instructs poor lexer lived chrome badly died
        terminology enumerable suites leakage sidebar integrating retrieving checker derive meanings resp unwrap
        locales outline tooling instruct truncation directives ported artifacts joins solid iterators nonzero semicolon
        lives succeed desire solutions remembering assumptions bodies willing attack conjunction declaring landing
        casting turning precede extraction uninstall offline editors ratio catching spacing glossary currency hyphen
        enumeration waste exhausted imply whereas abstraction discuss decides metrics health privacy intention
        essentially exclusion inability rendered obligations subsection losses intact ours danger succeeded overflows
        existed decompress interfere parallelism firewall play editable filling allocating heuristic visually omits
        stress stages protects appearing mutually namely networking proof closest calculating exposing glyph pane
        tutorials subsections themes maximizing stretches maximized donate candidates overlaps actively straight echoes
        walk optimal zone transition upgrades smallest subnormal country indemnify indemnity fifty breach posting lies
        dangerous reality relation flows planned satisfied partnership freely indents numerous favorite connects
        unreliable packets arrival formula hunk regularly addendum exercising beneficial perpetual reorder approved
        principle restructure typescript mutating stays recovering polling mailman fortunately reviewing mobile
        occurrences denied compromised recipes summarizes federal agency collisions discards relates promotion standing
        arrive ball motion limiting measures cancels denote illustrated misses ideas objective licence workloads
        persisted hearth proposed replay expiry unfinished recognizing explorer detector apart cells deferred handshake
        lacked expire semi plumbing dotted bugger dumps typographic ciphers squelch shortened touches misbehaved stray
        materials exhaustive slot operand shortcuts edition closures indexing erroneous deployed hiding audit inverted
        launch mixing tier phone arbitrarily articles analogous oriented definitive decisions spend disallow heavy
        swapping walking goals inherently indices feeds permits collects predicate prompted logarithm decorate
        specialized scenarios decrease recall choosing refrain repair aggregation convey derivatives render dashes
        serving consecutive balancing intercept increasing clones worry outcome depended racy retired oldest overly
        messenger talks josh epoch rejections consoles subscripts idles plane dock quits visibly overlapping snapshots
        validations walks reordering operated readers restrictive granting ensuring inferred denotes ultimately verb
        patched dies greatly intensive composing examining versus strategies sans hover symmetric fractional ceiling
        efforts expense scanning estimated asterisk titles orders comparisons composition picks polish dealings
        coordinates sanity originating trap canceled valuable lands shims membership importance superfluous litigation
        customary deliberate elaboration stoppage incurred goodwill grossly defend asserted construed editorial
        negligent infringed supersede verbal alleging reproducing lawsuit boilerplate malfunction erase exploration
        branched reorganized tons excessively helping discussions approve outlined individuals distinction querying
        cosine expert persona creations sponsoring foregoing venture avenue thru pinning accommodate weaker initiate
        surprise layers falls unpacking motif occurrence bypassing optimizing observable delays deflate adopted frees
        suit vulnerable browsing approaches numbering publishing notion activating rough corrupted harm revoked kills
        regressed lacking signalled exporting aims wording scientific resolutions lenient kick pressure attaching
        generators conforming directed resemble denial artificial figures profiled populated deployment assets
        separates pollution resident committee scales refinements governance directions commons looping remarks
        perforce graphics panel setter underlined disappears pools gather backing receiver consumes constrained
        lightweight scalar reduction instant promoted seem negated emulate emulated conj uniquely focused dropping
        fancy stick massive enjoy noticeable reliability scaled definitely signaling technically extracting partition
        iterated satisfies adapter iterations improper cell enclosing surrogate cont adapters concern spin repeatable
        guessing guessed propagating norm monitoring reserve rewriting logger assist forming inaccurate alter
        proprietary lesser believed correction recovered expanding mistaken hour surface association narrow positives
        importantly ancestors brought organized mutate decreases owners capturing orphan angle summaries behavioral
        glitches paying pays apostrophe excess forking pointless preset agnostic mutated issuing pastes squeezing
        squeezed programmed squeeze antivirus violated multiples acquired routes flushes continuous appends retried
        informative pretend adhere challenge draining estimate owning consumer slowdown doubt verbosity associative
        postscript sourcing resumed prematurely rationale thank warned emoji yeah negatives payloads audience defect
        central bases wonder structural stronger lexical plans speaking transitive staged pinned fedora arrange caret
        arrives identically extreme ancestry wasting knob trimmed occurring reusing abbreviate complained shifted
        resuming validates ticks needless disallowed considers insides heavyweight bootstraps ages adapted approval
        threat postpone casual faults exotic relating fuzzy recoverable bearer trip sine presenting linefeed collapse
        unambiguous worst ascending guesses compromise permanently tend suffixes experiment band infinities facilities
        ellipsis caches draft releasing card labeled augment variations nicely mini plural answering fuzz reuses
        suspended drives banner relay loses rotation completing settled wasted committing inspired transcript
        modifiable brevity cares yesterday tentative lease tuning diagnosed prop drained pulled difficulty excludes
        phrase efficiency utilize licensing endless asset uploading sampling steering selections hanging opener mangled
        backlog accident setters robustness gains bypasses listens bundling pixel descendant procedures suppression
        observer interfering cased healthy privileged adjusting launches beginners staging styling omissions discourage
        pasting featured slows chooses borrow borrowed slots zeroed graceful unbounded letting dispatched subtraction
        sites occupy panic halt bench triple commented theoretical largely hashing unquoted misspelled drawback growing
        feat hardly accomplish mentioning sink impression broadcast sock belonging circuit peek yields enumerate
        nickname serializing participate widths perm configures employed deny happily acquire logically hides masks
        builder separating evolve idiomatic gathered promoting prohibited thoroughly offering activities subroutine
        preamble protecting countries speak harness proceed respecting fell rerun targeting negate navigating edges
        violate invariant amounts locality barrier suggesting selectively hardening overlay obtains infer mimic
        discarding editions predicates divided normalized casts lifetimes freezes momentarily settable divider
        dismissing rewind shim delegates suffer translates supplying score confidence heavily exceeding deadline
        outcomes curious integral altering interpolate noisy nest react migrating unaware fresh indirection manipulated
        treating centered defects paid presents mount sanitize reporter stripping presented wider misuse phases
        rollback placement deactivate stubs activation participant suited sibling hatch unprintable transmit proven
        deployments randomly unreadable asymmetric mutation distance tearing clipped workarounds accounting pronouns
        flood
        """
}
