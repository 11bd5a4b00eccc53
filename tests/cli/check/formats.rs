//! The ways to say what was found, and how much of it.

use super::{FIRST, PUZZLES, answers, arguments, boards, folder, puzzle};
use crate::harness::Folder;

#[test]
fn findings_are_counted_when_they_are_no_longer_shown() {
    let folder = Folder::new();
    folder.write("answers.txt", boards(0..100).replace("9\n", "0\n"));
    let shown = |more: &[&str]| {
        let done = folder.run(&[&["check", "answers.txt"], more].concat());
        assert_eq!(done.status, Some(1));
        assert_eq!(done.stderr, "100 answers: 0 right, 100 wrong (findings: empty 100); TIME\n");
        let headlines = done.stdout.lines().filter(|line| line.starts_with("answers.txt:")).count();
        (headlines, done.stdout.lines().last().unwrap().to_string())
    };
    assert_eq!(shown(&[]), (20, "and 80 more, not shown (--max-findings)".to_string()));
    assert_eq!(
        shown(&["--max-findings", "0"]),
        (0, "and 100 more, not shown (--max-findings)".to_string())
    );
    assert_eq!(shown(&["--max-findings", "100"]).0, 100);
}

#[test]
fn as_json_lines() {
    let folder = folder(answers().replacen("8 3 1 6", "8 3 1 5", 1) + "\nDone\n");
    let stdout = concat!(
        r#"{"kind":"row","file":"answers.txt","line":13,"column":7,"number":2,"count":1,"#,
        r#""message":"answer 2, row 3: 5 stands twice (columns 4 and 7)","cells":[[3,4],[3,7]]}"#,
        "\n",
        r#"{"kind":"column","file":"answers.txt","line":13,"column":7,"number":2,"count":1,"#,
        r#""message":"answer 2, column 4: 5 stands twice (rows 3 and 8)","cells":[[3,4],[8,4]]}"#,
        "\n",
        r#"{"kind":"box","file":"answers.txt","line":11,"column":11,"number":2,"count":1,"#,
        r#""message":"answer 2, box 2: 5 stands twice (row 1 column 6 and row 3 column 4)","#,
        r#""cells":[[1,6],[3,4]]}"#,
        "\n",
        r#"{"kind":"text","file":"answers.txt","line":21,"column":1,"number":2,"count":1,"#,
        r#""message":"text after answer 2","cells":[]}"#,
        "\n",
        r#"{"kind":"total","answers":2,"puzzles":2,"right":1,"wrong":1,"missing":0,"extra":0,"#,
        r#""unjudged":0,"trouble":0,"findings":{"box":1,"column":1,"row":1,"text":1}}"#,
        "\n",
    );
    folder.run(&arguments(&["-q", "--format", "jsonl"])).is(1, stdout, "");
}

#[test]
fn as_github_commands() {
    let folder = folder("");
    folder.write("a,b%.txt", answers().replacen("8 3 1 6", "8 3 1 5", 1));
    folder.run(&["check", "puzzles.txt", "a,b%.txt", "-q", "--format", "github"]).is(
        1,
        "::error file=a%2Cb%25.txt,line=13,col=7,title=shudu check%3A row::\
         answer 2, row 3: 5 stands twice (columns 4 and 7)%0A\
         answer 2, column 4: 5 stands twice (rows 3 and 8)%0A\
         answer 2, box 2: 5 stands twice (row 1 column 6 and row 3 column 4)\n\
         ::notice title=shudu check::3 findings in 1 place, 1 shown\n",
        "",
    );
    // The worst come first, ten of them.
    folder.write("answers.txt", boards(0..30).replace("9\n", "0\n") + "\n1 2 3\n");
    let done = folder.run(&["check", "answers.txt", "-q", "--format", "github"]);
    let lines: Vec<&str> = done.stdout.lines().collect();
    assert_eq!(lines.len(), 11);
    assert!(lines[0].contains("title=shudu check%3A cut-off::answer 31 is cut off"));
    assert!(lines[1].contains("title=shudu check%3A empty::answer 1, "));
    assert!(lines[9].contains("title=shudu check%3A empty::answer 9, "));
    assert_eq!(lines[10], "::notice title=shudu check::31 findings in 31 places, 10 shown");
    folder.write("answers.txt", FIRST);
    folder.run(&["check", "answers.txt", "-q", "--format", "github"]).is(0, "", "");
}

/// Whatever a file is called, the line of each finding stays one line and is well-formed.
#[test]
#[cfg(unix)]
fn strange_names() {
    let wrong = FIRST.replacen("6 7 2", "6 0 2", 1);
    for (name, github, xml) in [
        ("-two words", "-two words", "-two words"),
        ("a,\"b\":'c'::d", "a%2C\"b\"%3A'c'%3A%3Ad", "a,&quot;b&quot;:'c'::d"),
        ("100%0A", "100%250A", "100%0A"),
        ("two\nlines\r", "two%0Alines%0D", "two\nlines\u{fffd}"),
        ("<&>]]>", "<&>]]>", "&lt;&amp;&gt;]]&gt;"),
        ("\u{1}\u{1b}[1m\u{ffff}", "\u{1}\u{1b}[1m\u{ffff}", "\u{fffd}\u{fffd}[1m\u{fffd}"),
        ("数独", "数独", "数独"),
    ] {
        let folder = Folder::with("puzzles.txt", PUZZLES.lines().next().unwrap());
        folder.write(name, &wrong);
        let said = |format: &str| {
            let done = folder.run(&["check", "-q", "--format", format, "--", "puzzles.txt", name]);
            assert_eq!((done.status, &*done.stderr), (Some(1), ""), "{name}");
            done.stdout
        };
        let message = "answer 1, row 2 column 2: empty cell";
        let headline = format!("{name}:2:3: {message}\n");
        assert!(said("text").starts_with(&headline), "{name}");
        let json = said("jsonl");
        let json: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
        assert_eq!((&json["file"], &json["message"]), (&name.into(), &message.into()));
        let place = format!("::error file={github},line=2,col=3,title=shudu check%3A empty");
        assert!(said("github").starts_with(&format!("{place}::{message}\n")), "{name}");
        let junit = said("junit");
        assert!(junit.contains(&format!("<testcase classname=\"{xml}\" name=\"no cell")), "{name}");
        assert!(junit.contains(&format!("\"1 finding\">{xml}:2:3: {message}</failure>")), "{name}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn names_that_are_no_text() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let name = std::ffi::OsStr::from_bytes(b"\xff.txt");
    std::fs::write(folder.path(".").join(name), "").unwrap();
    let output = folder.shudu(&["check", "-q"]).arg(name).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "\u{fffd}.txt:1:1: no boards\n");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn as_junit_xml() {
    let folder = folder("");
    folder.write("a&b.txt", answers().replacen("6 7 2 4", "6 0 2 4", 1));
    folder.run(&["check", "puzzles.txt", "a&b.txt", "-q", "--format", "junit"]).is(
        1,
        r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="shudu check" tests="12" failures="1" errors="0">
    <testcase classname="puzzles.txt" name="every puzzle can be read"/>
    <testcase classname="a&amp;b.txt" name="there are boards"/>
    <testcase classname="a&amp;b.txt" name="every puzzle has an answer"/>
    <testcase classname="a&amp;b.txt" name="every answer has a puzzle"/>
    <testcase classname="a&amp;b.txt" name="the last answer is whole"/>
    <testcase classname="a&amp;b.txt" name="every answer is nine rows of nine cells"/>
    <testcase classname="a&amp;b.txt" name="there is no text but answers and headings"/>
    <testcase classname="a&amp;b.txt" name="no cell is empty">
      <failure type="empty" message="1 finding">a&amp;b.txt:11:3: answer 2, row 1 column 2: empty cell</failure>
    </testcase>
    <testcase classname="a&amp;b.txt" name="every given is kept"/>
    <testcase classname="a&amp;b.txt" name="no digit stands twice in a row"/>
    <testcase classname="a&amp;b.txt" name="no digit stands twice in a column"/>
    <testcase classname="a&amp;b.txt" name="no digit stands twice in a box"/>
  </testsuite>
</testsuites>
"#,
        "",
    );
}

#[test]
fn a_row_for_each_answer() {
    let folder = Folder::with("puzzles.txt", (0..6).map(puzzle).collect::<String>());
    let answers = boards([0, 1, 3, 4]).replacen("7 1 3", "7 0 3", 1);
    folder.write("answers.txt", &answers);
    folder.run(&arguments(&["-q", "--report", "report.csv", "--max-findings", "0"])).is(
        1,
        "and 3 more, not shown (--max-findings)\n",
        "",
    );
    assert_eq!(
        folder.read("report.csv"),
        "\
answer,puzzle,line,verdict,findings,message
1,1,1,right,,
2,2,11,wrong,empty,\"answer 2, row 3 column 4: empty cell\"
,3,,missing,,
3,4,21,right,,
4,5,31,right,,
,6,,missing,,
"
    );
    folder.run(&arguments(&["--report", "answers.txt"])).is(
        2,
        "",
        "shudu: answers.txt: is read and written, name another output\n",
    );
    assert_eq!(folder.read("answers.txt"), answers);
}

#[test]
fn the_deviations_from_the_layout_of_solve_are_noted() {
    folder("\u{feff}".to_string() + &answers()).run(&arguments(&[])).is(
        0,
        "",
        "answers.txt:1:1: note: byte order mark, a finding with --strict\n\
         2 answers: all right; TIME\n",
    );
    // One line each is another layout altogether.
    let lines = answers().replace("\n\n", "#").replace([' ', '\n'], "").replace('#', "\n");
    folder(&lines).run(&arguments(&[])).is(0, "", "2 answers: all right; TIME\n");
    folder(&lines).run(&arguments(&["--strict"])).is(
        1,
        "answers.txt:1:2: layout: row that is not nine digits with single spaces between them \
         (the first of 2)\nanswers.txt:2:82: layout: no line end after the last row\n",
        "2 answers: 2 right (findings: layout 3); TIME\n",
    );
}
