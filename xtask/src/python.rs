//! The tests of the Python package, in a virtual environment under `target/`: it is
//! made once, and its packages are installed again when the list of them changes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{apt_get, succeeds};

/// The folder of the package.
const PACKAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/python");
/// Where the environment and the wheel are.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/python");

/// Builds the package, installs it, checks its types and runs its tests.
pub fn test() -> Result<(), String> {
    let environment = Environment::made()?;
    environment.install_requirements()?;
    environment.install_package()?;
    let typed = ["python", "tests", "examples", "benches"];
    environment.run("mypy", &typed)?;
    environment.run("pytest", &[])
}

/// Builds the wheel that is handed out into a folder and gives its name.
pub fn wheel(folder: &Path) -> Result<String, String> {
    let environment = Environment::made()?;
    environment.install_requirements()?;
    environment.build("dist", folder)
}

/// A virtual environment.
struct Environment {
    folder: PathBuf,
}

impl Environment {
    fn made() -> Result<Environment, String> {
        let folder = Path::new(FOLDER).join("venv");
        let environment = Environment { folder };
        if environment.program("pip").exists() || environment.make() {
            return Ok(environment);
        }
        apt_get(&["update", "-qq"]);
        apt_get(&["install", "-y", "-qq", "python3", "python3-venv"]);
        if environment.make() {
            return Ok(environment);
        }
        Err(
            "the tests need Python 3.10 or newer with venv, which could not be installed; \
             install it (on Debian: apt-get install python3-venv) and try again"
                .to_owned(),
        )
    }

    fn make(&self) -> bool {
        let mut python = Command::new("python3");
        succeeds(python.args(["-m", "venv", "--clear"]).arg(&self.folder))
    }

    fn program(&self, name: &str) -> PathBuf {
        self.folder.join("bin").join(name)
    }

    /// Installs what the tests need, unless the same list was installed before.
    fn install_requirements(&self) -> Result<(), String> {
        let list = Path::new(PACKAGE).join("tests/requirements.txt");
        let installed = self.folder.join("requirements.txt");
        let wanted = fs::read(&list).map_err(|error| format!("{}: {error}", list.display()))?;
        if fs::read(&installed).is_ok_and(|before| before == wanted) {
            return Ok(());
        }
        self.run("pip", &["install", "-q", "-r", "tests/requirements.txt"])?;
        fs::write(&installed, wanted).map_err(|error| format!("{}: {error}", installed.display()))
    }

    /// Builds a wheel with the profile of the other tests and installs it.
    fn install_package(&self) -> Result<(), String> {
        let wheels = Path::new(FOLDER).join("wheels");
        let wheel = wheels.join(self.build("dev", &wheels)?);
        let install = ["install", "-q", "--force-reinstall", "--no-deps"];
        let wheel = wheel.display().to_string();
        self.run("pip", &[&install[..], &[&wheel]].concat())
    }

    /// Builds a wheel into a folder and gives its name.
    fn build(&self, profile: &str, folder: &Path) -> Result<String, String> {
        // Only the wheel that is built now may be found below.
        for old in wheels_in(folder) {
            let _ = fs::remove_file(folder.join(old));
        }
        let profile = format!("--profile={profile}");
        let out = folder.display().to_string();
        self.run(
            "maturin",
            &["build", &profile, "--locked", "-q", "--out", &out],
        )?;
        let built = wheels_in(folder).into_iter().next();
        built.ok_or("maturin built no wheel".to_owned())
    }

    fn run(&self, program: &str, args: &[&str]) -> Result<(), String> {
        let call = format!("{program} {}", args.join(" "));
        eprintln!("xtask: {call}");
        let started = std::time::Instant::now();
        let mut command = Command::new(self.program(program));
        if !succeeds(command.args(args).current_dir(PACKAGE)) {
            return Err(format!("{call} failed"));
        }
        eprintln!("xtask: done in {:.0} s", started.elapsed().as_secs_f64());
        Ok(())
    }
}

/// The names of the wheels in a folder.
fn wheels_in(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files
        .filter_map(|file| file.file_name().into_string().ok())
        .filter(|name| name.ends_with(".whl"))
        .collect()
}
